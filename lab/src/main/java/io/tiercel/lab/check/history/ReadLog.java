package io.tiercel.lab.check.history;

import java.util.Arrays;

/// What one reader has read, in order. A row is kept as the number of its tokens and a hash of
/// them. Confined to one thread until the reader has ended.
public final class ReadLog {
  private static final int FIRST_ROOM = 1 << 10;

  /// No transaction of several reads.
  static final int ALONE = 0;

  private final Level level;
  private final int node;
  private long[] starts = new long[FIRST_ROOM];
  private long[] ends = new long[FIRST_ROOM];
  private long[] sessions = new long[FIRST_ROOM];
  private int[] keys = new int[FIRST_ROOM];
  private int[] tokens = new int[FIRST_ROOM];
  private int[] hashes = new int[FIRST_ROOM];
  private int[] transactions = new int[FIRST_ROOM];
  private int size;
  private int lastTransaction = ALONE;

  ReadLog(Level level, int node) {
    this.level = level;
    this.node = node;
  }

  /// A read that stands alone.
  public void add(long session, int key, long start, long end, String row) {
    add(session, key, start, end, row, ALONE);
  }

  /// A number for reads of one snapshot.
  public int newTransaction() {
    return ++lastTransaction;
  }

  /// A read of a snapshot.
  ///
  /// @param transaction of [#newTransaction]
  public void add(long session, int key, long start, long end, String row, int transaction) {
    if (size == keys.length) {
      grow();
    }
    sessions[size] = session;
    keys[size] = key;
    starts[size] = start;
    ends[size] = end;
    tokens[size] = row.length() / Write.TOKEN_LENGTH;
    hashes[size] = row.hashCode();
    transactions[size] = transaction;
    size++;
  }

  private void grow() {
    int room = 2 * keys.length;
    starts = Arrays.copyOf(starts, room);
    ends = Arrays.copyOf(ends, room);
    sessions = Arrays.copyOf(sessions, room);
    keys = Arrays.copyOf(keys, room);
    tokens = Arrays.copyOf(tokens, room);
    hashes = Arrays.copyOf(hashes, room);
    transactions = Arrays.copyOf(transactions, room);
  }

  Level level() {
    return level;
  }

  int node() {
    return node;
  }

  /// How many reads.
  public int size() {
    return size;
  }

  long start(int i) {
    return starts[i];
  }

  long end(int i) {
    return ends[i];
  }

  long session(int i) {
    return sessions[i];
  }

  int key(int i) {
    return keys[i];
  }

  int tokens(int i) {
    return tokens[i];
  }

  int hash(int i) {
    return hashes[i];
  }

  int transaction(int i) {
    return transactions[i];
  }
}
