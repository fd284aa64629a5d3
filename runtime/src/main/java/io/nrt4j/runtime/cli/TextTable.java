package io.nrt4j.runtime.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns; columns of numbers are aligned to the right. */
final class TextTable {
    private static final String INDENT = "  ";

    /** How a column is aligned. */
    enum Align {
        LEFT,
        RIGHT
    }

    private final List<Align> columns;
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(Align... columns) {
        this.columns = List.of(columns);
    }

    TextTable row(Object... cells) {
        rows.add(List.of(cells).stream().map(String::valueOf).toList());
        return this;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Prints a blank line, the title and the indented rows; nothing where there are no rows. */
    void printSection(PrintWriter out, String title) {
        if (!isEmpty()) {
            out.println();
            out.println(title);
            print(out, INDENT);
        }
    }

    void print(PrintWriter out, String indent) {
        int[] widths = new int[columns.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < row.size(); i++) {
                String pad = " ".repeat(widths[i] - row.get(i).length());
                line.append(columns.get(i) == Align.RIGHT ? pad + row.get(i) : row.get(i) + pad);
                line.append("  ");
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
