package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.guard.DatabaseIdentity;
import io.tiercel.wire.Connection;
import io.tiercel.wire.replication.Lsn;
import org.jspecify.annotations.Nullable;

/// What outlives this process, and is right again once the stream has brought what came meanwhile:
/// its slot keeps that. Called by the thread of the stream, but for what its owner does.
public interface Survivors {
  /// The prefix of a message by which what is there knows the log again.
  String ANCHOR = "tiercel.anchor";

  /// Makes what is there ready to be told of changes, before the first one comes. Blocks.
  ///
  /// @param connection to the server that is followed, for a while
  /// @param resumed where the slot was confirmed; null for a slot that was made just now
  /// @return whether anything is there that the slot seems to have kept up
  boolean open(Connection connection, DatabaseIdentity identity, @Nullable Lsn resumed);

  /// What comes from now on is of that session. What is there is told of it from now on.
  void begin(StreamSession session);

  /// The stream has brought an anchor, be it of this node or of another one; all that was committed
  /// before was applied, and the anchor's own transaction was not. What is there is of the session
  /// too once its own anchor has come; it is not used before the stream has come up.
  ///
  /// @param position where the commit of the anchor's transaction begins
  void anchored(StreamSession session, String anchor, long position);

  /// Puts down how far what is there has come.
  ///
  /// @return the position from which on changes have to come again to who begins anew; 0 for no
  ///     other than before
  long secure(StreamSession session);
}
