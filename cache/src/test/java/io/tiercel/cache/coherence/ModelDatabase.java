package io.tiercel.cache.coherence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What PostgreSQL does at COMMIT, in the steps that others can see between: the commit record gets
/// its place in the log, the log is flushed (and the stream may send the transaction), the change
/// becomes visible and the row locks go. With asynchronous commit the last two are the other way
/// round. A row is the list of the transactions that wrote it.
public final class ModelDatabase {
  /// One that writes, or has written.
  ///
  /// @param lsn 0 before the commit record
  public record Transaction(int xid, Set<String> keys, long lsn) {}

  private final Map<Integer, Transaction> transactions = new HashMap<>();
  private final Map<String, Integer> locks = new HashMap<>();
  private final Map<String, List<Integer>> versions = new HashMap<>();
  private final TreeSet<Integer> visible = new TreeSet<>();
  private final TreeSet<Integer> running = new TreeSet<>();
  private final List<Transaction> log = new ArrayList<>();
  private int nextXid = 10;
  private long flushedTo;

  /// With no row and no transaction.
  public ModelDatabase() {}

  /// Null while another transaction holds the row.
  public @Nullable Integer begin(String key) {
    if (locks.containsKey(key)) {
      return null;
    }
    int xid = nextXid++;
    running.add(xid);
    transactions.put(xid, new Transaction(xid, new HashSet<>(Set.of(key)), 0));
    write(xid, key);
    return xid;
  }

  /// A transaction whose commit stands in the log, and which has done nothing but to put a message
  /// of that name there. Nobody waits for it.
  public int message(String name) {
    int xid = nextXid++;
    running.add(xid);
    transactions.put(xid, new Transaction(xid, Set.of(name), 0));
    record(xid);
    return xid;
  }

  /// Whether a transaction holds the row.
  public boolean isLocked(String key) {
    return locks.containsKey(key);
  }

  public boolean write(int xid, String key) {
    Integer holder = locks.putIfAbsent(key, xid);
    if (holder != null && holder != xid) {
      return false;
    }
    transaction(xid).keys().add(key);
    versions.computeIfAbsent(key, any -> new ArrayList<>()).add(xid);
    return true;
  }

  public void record(int xid) {
    var recorded = new Transaction(xid, transaction(xid).keys(), (log.size() + 1) * 10L);
    transactions.put(xid, recorded);
    log.add(recorded);
  }

  public void flush(int xid) {
    flushedTo = Math.max(flushedTo, transaction(xid).lsn());
  }

  public void show(int xid) {
    visible.add(xid);
    running.remove(xid);
    locks.values().removeIf(holder -> holder == xid);
  }

  /// As it is now: what is done to one of both is not done to the other.
  public ModelDatabase copy() {
    var copy = new ModelDatabase();
    copy.transactions.putAll(transactions);
    copy.locks.putAll(locks);
    versions.forEach((key, writers) -> copy.versions.put(key, new ArrayList<>(writers)));
    copy.visible.addAll(visible);
    copy.running.addAll(running);
    copy.log.addAll(log);
    copy.nextXid = nextXid;
    copy.flushedTo = flushedTo;
    return copy;
  }

  /// The server crashes and recovers: what was flushed is visible, all else never was.
  ///
  /// @param firstXid of those that begin then. A server gives ids of lost transactions out again;
  ///     here they are not, so that it is seen who shows what was lost
  public void crash(int firstXid) {
    log.removeIf(each -> each.lsn() > flushedTo);
    running.clear();
    locks.clear();
    visible.clear();
    log.forEach(each -> visible.add(each.xid()));
    versions.values().forEach(writers -> writers.removeIf(xid -> !visible.contains(xid)));
    nextXid = Math.max(nextXid, firstXid);
  }

  /// The id that the next transaction gets.
  public int nextXid() {
    return nextXid;
  }

  /// Up to there the log is flushed.
  public long flushedLsn() {
    return flushedTo;
  }

  /// Moves the end of the log on by what is no transaction's; false if the last thing there is just
  /// that.
  boolean push() {
    if (!log.isEmpty() && log.getLast().keys().isEmpty()) {
      return false;
    }
    pushAgain();
    return true;
  }

  void pushAgain() {
    log.add(new Transaction(0, Set.of(), (log.size() + 1) * 10L));
  }

  public long insertLsn() {
    return log.size() * 10L;
  }

  /// The transaction at that place of the log, null if it is not there or not flushed.
  public @Nullable Transaction streamed(int index) {
    return index < log.size() && log.get(index).lsn() <= flushedTo ? log.get(index) : null;
  }

  /// The row as a statement sees it that begins now.
  public List<Integer> read(String key) {
    return versions.getOrDefault(key, List.of()).stream().filter(visible::contains).toList();
  }

  /// The transactions that are seen now.
  public Set<Integer> visible() {
    return Set.copyOf(visible);
  }

  /// The transactions that wrote the key, in the order in which they did.
  public List<Integer> versions(String key) {
    return List.copyOf(versions.getOrDefault(key, List.of()));
  }

  /// Those that were committed up to that position.
  public List<Integer> committedUpTo(long lsn) {
    return log.stream().filter(each -> each.lsn() <= lsn).map(Transaction::xid).toList();
  }

  public DatabaseSnapshot snapshot() {
    long xmin = running.isEmpty() ? nextXid : running.first();
    return new DatabaseSnapshot(xmin, nextXid, running.stream().map(Integer::longValue).toList());
  }

  /// The transactions that wrote the key and were committed up to that position.
  public List<Integer> committedUpTo(String key, long lsn) {
    return log.stream()
        .filter(each -> each.lsn() <= lsn && each.keys().contains(key))
        .map(Transaction::xid)
        .toList();
  }

  Transaction transaction(int xid) {
    Transaction transaction = transactions.get(xid);
    if (transaction == null) {
      throw new IllegalStateException("no transaction " + xid);
    }
    return transaction;
  }

  /// All that decides what can still happen.
  public String state() {
    return versions
        + "|"
        + visible
        + "|"
        + running
        + "|"
        + log.size()
        + (log.isEmpty() ? "" : log.getLast().xid())
        + "|"
        + flushedTo
        + "|"
        + nextXid;
  }
}
