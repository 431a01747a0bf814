package io.tiercel.cache.coherence;

/// A stored value with what its use depends on. Immutable.
///
/// @param session the stretch of the stream that watches over it
/// @param admitted changes of the whole table that come later are not in the value
/// @param epoch all commits of this node up to that number are in the value
/// @param upTo all commits that the value shows are at or before this position of the log; 0 when
///     that is not known
/// @param snapshots how many snapshots had been [placed][StreamSession#placeSnapshot] when it was
///     stored: all commits that the value shows are before the place of the next one
/// @param ownXid the transaction of this node that wrote the value and was not yet met on the
///     stream, its low 32 bits; 0 for none
public record Entry<V>(
    V value,
    StreamSession session,
    long admitted,
    long epoch,
    long upTo,
    long snapshots,
    int ownXid) {

  /// What a reader has brought, to be stored now.
  public static <V> Entry<V> read(V value, Fill fill, long upTo) {
    StreamSession session = fill.session();
    return new Entry<>(value, session, fill.settled(), fill.epoch(), upTo, session.snapshots(), 0);
  }

  Entry<V> echoed() {
    return new Entry<>(value, session, admitted, epoch, upTo, snapshots, 0);
  }
}
