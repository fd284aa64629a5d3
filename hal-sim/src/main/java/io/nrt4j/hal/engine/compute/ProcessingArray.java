package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.matrix.TileKernel;
import java.util.ArrayList;
import java.util.List;

/**
 * The processing array, which may hold several weight tiles side by side: a tile lies in some of the four groups of 32
 * rows and of the four groups of 32 columns.
 *
 * <p>Groups are masks. A product may use fewer column groups than its weights were loaded to: 44 of the corpus' 396,551
 * products do. Source: isa.md §4.5 (row/col group), exec-sunda.md §4.
 */
final class ProcessingArray {
    private static final int ALL_GROUPS = 0xF;

    private final TileKernel kernel;
    private final List<Tile> tiles = new ArrayList<>();

    /** A tile; {@code loaded} ends when another tile takes its place. */
    private static final class Tile {
        private final int rowGroups;
        private final int columnGroups;
        private final MatrixUnit unit;
        private boolean loaded;

        Tile(int rowGroups, int columnGroups, MatrixUnit unit) {
            this.rowGroups = rowGroups;
            this.columnGroups = columnGroups;
            this.unit = unit;
        }

        boolean isAt(int rows, int columns) {
            return rowGroups == rows && columnGroups == columns;
        }

        boolean overlaps(Tile other) {
            return (rowGroups & other.rowGroups) != 0 && (columnGroups & other.columnGroups) != 0;
        }

        boolean covers(int rows, int columns) {
            return loaded && rowGroups == rows && (columns & ~columnGroups) == 0;
        }
    }

    ProcessingArray(TileKernel kernel) {
        this.kernel = kernel;
    }

    /** Where to load weights for groups of rows and columns; what lies there now is lost. */
    MatrixUnit load(int rowGroups, int columnGroups) {
        Tile target = tile(mask(rowGroups), mask(columnGroups));
        for (Tile tile : tiles) {
            tile.loaded &= !tile.overlaps(target);
        }
        target.loaded = true;
        return target.unit;
    }

    private Tile tile(int rowGroups, int columnGroups) {
        for (Tile tile : tiles) {
            if (tile.isAt(rowGroups, columnGroups)) {
                return tile;
            }
        }
        Tile fresh = new Tile(rowGroups, columnGroups, new MatrixUnit(kernel));
        tiles.add(fresh);
        return fresh;
    }

    /** The weights that a product with groups of rows and columns uses. */
    MatrixUnit weights(int rowGroups, int columnGroups) {
        for (Tile tile : tiles) {
            if (tile.covers(mask(rowGroups), mask(columnGroups))) {
                return tile.unit;
            }
        }
        throw new InstructionFaultException(
                FaultKind.BAD_OPERAND,
                "no weights are loaded in row groups 0x%x and column groups 0x%x".formatted(rowGroups, columnGroups));
    }

    private static int mask(int groups) {
        return groups == 0 ? ALL_GROUPS : groups;
    }
}
