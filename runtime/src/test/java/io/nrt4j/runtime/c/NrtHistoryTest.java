package io.nrt4j.runtime.c;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.Transformer;

/** Random histories of calls, each checked against the model of {@link NrtHistory}. */
class NrtHistoryTest {
    private static final int LARGEST_ARGUMENT = 6;

    @Property(tries = 40, shrinking = ShrinkingMode.BOUNDED)
    void theLibraryAnswersAsItsModel(@ForAll("histories") ActionChain<NrtHistory> chain) {
        chain.run().end();
    }

    @Provide
    Arbitrary<ActionChain<NrtHistory>> histories() {
        return ActionChain.startWith(NrtHistoryTest::started)
                .withAction(6, call("allocate", NrtHistory::allocate))
                .withAction(3, call("slice", NrtHistory::slice))
                .withAction(3, call("free", (history, a, b) -> history.free(a)))
                .withAction(3, call("write", NrtHistory::write))
                .withAction(3, call("read", (history, a, b) -> history.read(a)))
                .withAction(2, call("load", (history, a, b) -> history.load(a)))
                .withAction(1, call("unload", (history, a, b) -> history.unload(a)))
                .withAction(8, call("execute", NrtHistory::execute))
                .withAction(1, Action.just(Transformer.mutate("init", NrtHistory::init)))
                .withAction(1, Action.just(Transformer.mutate("close", NrtHistory::shutDown)))
                .withMaxTransformations(40);
    }

    private static NrtHistory started() {
        NrtHistory history = new NrtHistory();
        history.init();
        history.load(0);
        history.allocate(0, 0);
        history.allocate(0, 0);
        return history;
    }

    /** A call with two numbers. */
    private interface Call {
        void on(NrtHistory history, int a, int b);
    }

    private static Action.Independent<NrtHistory> call(String name, Call call) {
        return () -> {
            Arbitrary<Integer> argument = Arbitraries.integers().between(0, LARGEST_ARGUMENT);
            return argument.tuple2()
                    .map(arguments -> Transformer.mutate(
                            name + arguments, history -> call.on(history, arguments.get1(), arguments.get2())));
        };
    }
}
