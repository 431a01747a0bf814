package io.tiercel.wire.replication;

import java.time.Instant;

/// One piece of a stream: XLogData.
///
/// @param start of the data in the log; of a logical stream the position of the change
/// @param serverEnd how far the server's log went when it sent this
/// @param content of a physical stream the log itself
public record WalData(Lsn start, Lsn serverEnd, Instant sent, Content content) {}
