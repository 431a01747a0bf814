package io.tiercel.cache.coherence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A transaction of this node that writes. What it writes is told by [#writes] and [#writesAll]
/// while it goes on; [#beginCommit] is called right before COMMIT is sent, and one of [#committed]
/// and [#ended] in the end, whatever happens. Confined to the thread of the transaction, but for
/// what the stream tells it.
public final class OwnWrite {
  private final Coherence coherence;
  private final StreamSession session;

  /// The node's last commit of before.
  private final long begun;

  /// The stripes that are written.
  private final Set<Integer> stripes = new HashSet<>();

  private final Map<Written<?, ?>, Written<?, ?>> states = new LinkedHashMap<>();
  private final List<OwnChange> changes = new ArrayList<>();
  private long metBefore;
  private long number;

  /// Where the stream brought the commit; 0 before.
  private volatile long echo;

  private record Written<K, V>(Region<K, V> region, K key, @Nullable V state) {
    int stripe() {
      return region.stripe(key);
    }

    void remove() {
      region.remove(key);
    }

    void install(OwnWrite write, long epoch, int xid, long upTo) {
      region.install(key, state, write, epoch, xid, upTo);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Written<?, ?> that && region == that.region && key.equals(that.key);
    }

    @Override
    public int hashCode() {
      return key.hashCode();
    }
  }

  OwnWrite(Coherence coherence, StreamSession session) {
    this.coherence = coherence;
    this.session = session;
    begun = coherence.epoch();
    metBefore = session.met();
  }

  /// The transaction writes the row of that key; what is stored under it goes. May be called again
  /// for the same key.
  ///
  /// @param state the row as the server has it after the write (RETURNING, or what was sent where
  ///     nothing on the server can change it); null for a deleted row, and where it is not known
  public <K, V> void writes(Region<K, V> region, K key, @Nullable V state) {
    touch(region.stripe(key));
    region.remove(key);
    var now = new Written<>(region, key, state);
    states.remove(now);
    states.put(now, now);
  }

  /// The transaction writes rows of that region, and nobody knows which.
  public void writesAll(Region<?, ?> region) {
    touch(region.tableStripe());
  }

  /// The transaction changes what others keep; they are told when it has ended.
  public void changes(OwnChange change) {
    changes.add(change);
  }

  private void touch(int stripe) {
    if (stripes.add(stripe)) {
      coherence.beginPending(stripe);
    }
  }

  /// COMMIT is about to be sent. Saves a search among older commits afterwards.
  public void beginCommit() {
    metBefore = session.met();
  }

  /// COMMIT was answered: readers that began before may not store what they read, and what was
  /// written is stored.
  ///
  /// @param xid the low 32 bits of `pg_current_xact_id()`
  /// @param upTo `pg_current_wal_insert_lsn()` of after the answer
  public void committed(int xid, long upTo) {
    Map<Integer, Long> epochs = raiseEpochs();
    if (awaitEcho(xid)) {
      install(epochs, xid, upTo);
    } else {
      removeAll();
    }
    endPending();
  }

  boolean awaitEcho(int xid) {
    return session == coherence.session() && session.await(this, xid, metBefore);
  }

  void install(Map<Integer, Long> epochs, int xid, long upTo) {
    for (Written<?, ?> each : states.values()) {
      each.install(this, epochs.getOrDefault(each.stripe(), -1L), xid, upTo);
    }
    session.forget(xid, this);
  }

  /// The transaction was rolled back, or nobody knows whether: nothing of it is stored.
  public void ended() {
    raiseEpochs();
    removeAll();
    endPending();
  }

  /// Another transaction of the node, which wrote a row before this one did, may have stored its
  /// state since. From here on it is refused, as the epochs are raised.
  void removeAll() {
    states.values().forEach(Written::remove);
  }

  Map<Integer, Long> raiseEpochs() {
    Map<Integer, Long> epochs = new HashMap<>();
    stripes.forEach(stripe -> epochs.put(stripe, coherence.committedOwn(stripe, begun)));
    answered();
    return epochs;
  }

  void answered() {
    answer();
    number = coherence.epoch();
  }

  private void answer() {
    if (!changes.isEmpty()) {
      long epoch = coherence.nextEpoch();
      changes.forEach(change -> change.answered(coherence, epoch));
      changes.clear();
    }
  }

  void endPending() {
    stripes.forEach(coherence::endPending);
    stripes.clear();
    states.clear();
  }

  /// A number of the node's commits that is not below this one's; 0 before it was answered.
  long number() {
    return number;
  }

  /// The node's last commit of before this transaction.
  long begun() {
    return begun;
  }

  StreamSession session() {
    return session;
  }

  void echoed(long lsn) {
    echo = lsn;
  }

  long echo() {
    return echo;
  }
}
