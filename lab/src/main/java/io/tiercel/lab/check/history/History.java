package io.tiercel.lab.check.history;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// What happened in one round. Safe for any thread; examined when all have ended.
public final class History {
  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicLong sessions = new AtomicLong();
  private final Map<Integer, Write> writes = new ConcurrentHashMap<>();
  private final Queue<ReadLog> logs = new ConcurrentLinkedQueue<>();

  /// Nothing has happened yet.
  public History() {}

  /// A number for a session, never 0.
  public long newSession() {
    return sessions.incrementAndGet();
  }

  /// A write is about to be sent.
  ///
  /// @param node [Write#FOREIGN], or the number of the node whose entities do it
  /// @param session 0 for none
  public Write write(int node, long session) {
    var write = new Write(numbers.incrementAndGet(), node, session);
    writes.put(Write.numberOf(write.token()), write);
    return write;
  }

  /// For one reader.
  public ReadLog log(Level level, int node) {
    var log = new ReadLog(level, node);
    logs.add(log);
    return log;
  }

  /// Whose writes a row has beyond a former state of it, for a message.
  public String writersBehind(String former, String row) {
    if (!row.startsWith(former)) {
      return "it is no former state of the row";
    }
    var told = new StringBuilder();
    for (int i = Math.max(0, former.length() - Write.TOKEN_LENGTH);
        i < row.length();
        i += Write.TOKEN_LENGTH) {
      var write = writes.get(Write.numberOf(row.substring(i)));
      told.append(i < former.length() ? "last shown: " : ", lacks: ").append(write);
    }
    return told.toString();
  }

  Map<Integer, Write> writes() {
    return writes;
  }

  Queue<ReadLog> logs() {
    return logs;
  }

  /// Transactions whose COMMIT was answered.
  public long committed() {
    return writes.values().stream().filter(write -> write.end() == Write.End.COMMITTED).count();
  }

  /// Rows read.
  public long reads() {
    return logs.stream().mapToLong(ReadLog::size).sum();
  }
}
