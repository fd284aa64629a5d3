package io.nrt4j.runtime.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.pack.DirectoryPacker;
import io.nrt4j.loader.pack.IrSignature;
import io.nrt4j.loader.pack.NeffPlan;
import io.nrt4j.loader.pack.NeffWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code nrt4j pack}: a NEFF from a directory of members. */
@Command(
        name = "pack",
        mixinStandardHelpOptions = true,
        description = {
            "Makes a NEFF of the members in a directory: by its nrt4j-pack.json (see `unpack`), or without one as the "
                    + "current compilers do. The same directory gives the same file, byte for byte.",
            "A missing info.json, kelf-0.json or neff.json is derived from the graphs (sgNN/def.json and "
                    + "sgNN/tensor_map.json)."
        })
final class PackCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "The directory with the members.")
    private Path directory = Path.of("");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The file to write; one that is there is replaced.",
            required = true)
    private Path output = Path.of("");

    @Mixin
    private PackSettings settings = new PackSettings();

    @Option(names = "--bom", description = "List the bill of materials, as the compiler's packager logs it.")
    private boolean bom;

    @Option(names = "--json", description = "Print one JSON document on standard output and nothing else there.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        NeffPlan plan = settings.applyTo(DirectoryPacker.of(directory)).plan();
        NeffHeader header = new NeffWriter(plan).write(output);
        String signature = IrSignature.of(plan.members());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            JsonOutput.print(out, document(plan, header, signature));
        } else {
            if (bom) {
                printBom(out, plan);
            }
            out.printf(
                    "%s: %d members, %d bytes, uuid %s%n",
                    output, plan.members().size(), NeffHeader.SIZE + header.dataSize(), header.uuid());
            out.printf("IR signature: %s for neff artifacts%n", signature);
        }
        return 0;
    }

    /** Texts, the misspelling included: producer.md §1. */
    private void printBom(PrintWriter out, NeffPlan plan) {
        out.println("The NeffPacakger BOM:");
        plan.members()
                .forEach(member -> out.printf(
                        "Entry %s written to %s%n",
                        directory.resolve(member.entry().name()), member.entry().name()));
        out.println("End of NeffPacakger BOM");
    }

    private ObjectNode document(NeffPlan plan, NeffHeader header, String signature) {
        ObjectNode document = JsonOutput.mapper()
                .createObjectNode()
                .put("file", output.toString())
                .put("size", NeffHeader.SIZE + header.dataSize())
                .put("uuid", header.uuid().toString())
                .put("name", header.modelName())
                .put("hash", header.hash().toHex())
                .put("hash_form", plan.hash().label())
                .put("feature_bits", "0x" + Long.toHexString(header.featureBits()))
                .put("ir_signature", signature);
        ArrayNode members = document.putArray("members");
        plan.members().forEach(member -> members.add(member.entry().name()));
        return document;
    }
}
