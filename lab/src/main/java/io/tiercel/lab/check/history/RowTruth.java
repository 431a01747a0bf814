package io.tiercel.lab.check.history;

import java.util.HashMap;
import java.util.Map;

/// One row as the table has it when all is over: its tokens in the order of their commits, and what
/// that order says of each read.
final class RowTruth {
  final Floor everybody = new Floor();
  final Map<Integer, Floor> nodes = new HashMap<>();
  final Map<Long, Floor> sessions = new HashMap<>();
  final Floor strongReads = new Floor();

  /// `hashes[n]` is the hash of the first n tokens.
  private final int[] hashes;

  private final Write[] writes;
  private final Map<Integer, Integer> places = new HashMap<>();

  /// When a read last began that showed so many tokens; 0 for never.
  private final long[] lastSeen;

  RowTruth(String row, Map<Integer, Write> written) {
    int count = row.length() / Write.TOKEN_LENGTH;
    hashes = new int[count + 1];
    lastSeen = new long[count + 1];
    writes = new Write[count];
    for (int i = 0; i < count; i++) {
      int number = Write.numberOf(row.substring(i * Write.TOKEN_LENGTH));
      hashes[i + 1] = row.substring(0, (i + 1) * Write.TOKEN_LENGTH).hashCode();
      places.put(number, i);
      var write = written.get(number);
      if (write == null) {
        throw new IllegalStateException("nobody wrote the token " + number);
      }
      writes[i] = write;
      raiseFloors(write, i + 1);
    }
  }

  private void raiseFloors(Write write, int tokens) {
    if (write.end() != Write.End.COMMITTED) {
      return;
    }
    everybody.raise(write.answered(), tokens);
    if (write.node() != Write.FOREIGN) {
      nodes.computeIfAbsent(write.node(), absent -> new Floor()).raise(write.answered(), tokens);
    }
    if (write.session() != 0) {
      sessions
          .computeIfAbsent(write.session(), absent -> new Floor())
          .raise(write.answered(), tokens);
    }
  }

  /// Whether the row ever had that state.
  boolean wasEver(int tokens, int hash) {
    return tokens < hashes.length && hashes[tokens] == hash;
  }

  /// The place of a write; -1 if it is not there.
  int place(int number) {
    return places.getOrDefault(number, -1);
  }

  Write[] writes() {
    return writes;
  }

  void seen(int tokens, long start) {
    lastSeen[tokens] = Math.max(lastSeen[tokens], start);
  }

  /// For each foreign write, how long after its answer a read still began that lacked it.
  void collectLags(Lags lags) {
    long lastWithout = 0;
    for (int i = 0; i < writes.length; i++) {
      lastWithout = Math.max(lastWithout, lastSeen[i]);
      var write = writes[i];
      if (write.node() == Write.FOREIGN && write.end() == Write.End.COMMITTED) {
        lags.add(Math.max(0, lastWithout - write.answered()));
      }
    }
  }
}
