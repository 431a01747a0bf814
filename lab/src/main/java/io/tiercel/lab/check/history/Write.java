package io.tiercel.lab.check.history;

import java.util.Locale;

/// A transaction that appends its token to one row or to several. Written by one thread, read by
/// the examination after that has ended.
public final class Write {
  /// Characters of a token.
  static final int TOKEN_LENGTH = 8;

  /// The node of writers that no node knows of.
  public static final int FOREIGN = -1;

  /// How it ended.
  public enum End {
    /// Nobody was told: it may be in the table or not.
    UNKNOWN,
    COMMITTED,
    ROLLED_BACK
  }

  private final int number;
  private final int node;
  private final long session;
  private volatile End end = End.UNKNOWN;
  private volatile long answered = Long.MAX_VALUE;

  Write(int number, int node, long session) {
    this.number = number;
    this.node = node;
    this.session = session;
  }

  /// What it appends.
  public String token() {
    return "%07x;".formatted(number);
  }

  /// Of a round's writes no other has it.
  public int number() {
    return number;
  }

  static int numberOf(String token) {
    return Integer.parseInt(token, 0, TOKEN_LENGTH - 1, 16);
  }

  /// Its COMMIT was answered just now.
  public void committed() {
    answered = System.nanoTime();
    end = End.COMMITTED;
  }

  /// It was refused, or rolled back.
  public void rolledBack() {
    end = End.ROLLED_BACK;
  }

  int node() {
    return node;
  }

  long session() {
    return session;
  }

  End end() {
    return end;
  }

  /// By [System#nanoTime]; `Long.MAX_VALUE` when it was not.
  long answered() {
    return answered;
  }

  @Override
  public String toString() {
    return "%s of %s, %s"
        .formatted(
            token(),
            node == FOREIGN ? "nobody" : "node " + node,
            end.name().toLowerCase(Locale.ROOT));
  }
}
