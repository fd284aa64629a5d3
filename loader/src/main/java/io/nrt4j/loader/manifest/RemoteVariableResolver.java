package io.nrt4j.loader.manifest;

import io.nrt4j.loader.diagnostics.LogMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Variables of one graph that are another's: {@code kelf_resolve_vtpb_remote_variables}. A variable without an id takes
 * that of the same name; ids are looked up at staging. Source: manifest.md §8.4.
 */
final class RemoteVariableResolver {
    private static final LogMessage FAILED = LogMessage.error(
            "NEFF",
            "kelf_resolve_vtpb_remote_variables",
            "Failed to resolve remote variables for subgraphs %lu to %lu");

    private final List<Definition> graphs;
    private final ParseContext context;

    private RemoteVariableResolver(List<Definition> graphs, ParseContext context) {
        this.graphs = graphs;
        this.context = context;
    }

    static List<Definition> resolve(List<Definition> graphs, ParseContext context) {
        RemoteVariableResolver resolver = new RemoteVariableResolver(graphs, context);
        List<Definition> resolved = new ArrayList<>();
        for (int i = 0; i < graphs.size(); i++) {
            resolved.add(resolver.resolve(i));
        }
        return resolved;
    }

    private Definition resolve(int index) {
        Definition graph = graphs.get(index);
        if (graph.count(MemRefType.MR_REMOTE) == 0) {
            return graph;
        }
        List<Variable> variables = new ArrayList<>();
        for (Variable variable : graph.variables()) {
            variables.add(variable instanceof Variable.Remote remote ? resolve(index, remote) : variable);
        }
        return graph.withVariables(variables);
    }

    private Variable resolve(int index, Variable.Remote remote) {
        if (remote.remoteVarId() != Variable.Remote.BY_NAME) {
            return remote;
        }
        int peer = remote.relativeGraph();
        Optional<Variable> target =
                peer >= 0 && peer < graphs.size() ? graphs.get(peer).variable(remote.name()) : Optional.empty();
        if (target.isEmpty()) {
            context.attempt(graphs.get(index).path(), () -> {
                throw context.refuse(FAILED, index, Integer.toUnsignedLong(peer));
            });
            return remote;
        }
        return new Variable.Remote(remote.attributes(), peer, target.get().varId());
    }
}
