package io.nrt4j.runtime.c;

import io.nrt4j.loader.manifest.NrtDtype;
import java.util.ArrayList;
import java.util.List;

/** A collective that {@code nrta_cc_prepare} made ready. Source: nrt-api.md §4.8. */
public final class NrtCcContext {
    private final NrtCcComm comm;
    private final NrtDtype dtype;
    private final NrtOp op;
    private final CcOp ccOp;
    private final List<Transfer> transfers;

    /** A source and its destination. */
    record Transfer(NrtTensor.Use source, NrtTensor.Use destination) {}

    NrtCcContext(NrtCcComm comm, NrtDtype dtype, NrtOp op, CcOp ccOp, List<Transfer> transfers) {
        this.comm = comm;
        this.dtype = dtype;
        this.op = op;
        this.ccOp = ccOp;
        this.transfers = new ArrayList<>(transfers);
    }

    NrtCcComm comm() {
        return comm;
    }

    /** Carries all transfers out. */
    void run(HostCollectives collectives) {
        transfers.forEach(transfer -> run(collectives, transfer));
    }

    private void run(HostCollectives collectives, Transfer transfer) {
        byte[] part = new byte[Math.toIntExact(transfer.source().size())];
        transfer.source().storage().read(transfer.source().offset(), part, part.length);
        String what = ccOp + " " + op + " " + dtype + " " + part.length;
        List<byte[]> parts = collectives.exchange(what, comm.replicaGroup(), comm.rank(), part);
        byte[] result = collectives
                .arithmetic()
                .result(
                        ccOp.type().code(),
                        op.reduction().map(r -> r.code()).orElse(0),
                        dtype.code(),
                        parts,
                        comm.replicaGroup().indexOf(comm.rank()));
        transfer.destination().storage().write(transfer.destination().offset(), result, result.length);
    }

    /** Lets go of the tensors; of a context that is scheduled once more nothing is left. */
    void release() {
        transfers.forEach(transfer -> {
            transfer.source().close();
            transfer.destination().close();
        });
        transfers.clear();
    }
}
