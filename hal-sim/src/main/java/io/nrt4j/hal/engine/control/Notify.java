package io.nrt4j.hal.engine.control;

import io.nrt4j.hal.engine.sequencer.Notification;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.ControlOperands;

/** 0xA6 NOTIFY: tells the host how far the engine is. */
final class Notify implements Operation {
    private final ControlOperands.Plain operands;

    Notify(ControlOperands.Plain operands) {
        this.operands = operands;
    }

    @Override
    public void execute(Sequencer sequencer) {
        sequencer.notifyHost(new Notification(
                sequencer.core(),
                sequencer.engine(),
                sequencer.programCounter(),
                Notification.Subject.PROGRESS,
                operands.hint()));
    }
}
