package io.tiercel.jpa.write;

/// How a write finds out that a row is no longer as it was read.
public enum Check {
  /// The statement returns what it reached, and the client compares. COMMIT has to wait.
  BY_ANSWER,
  /// The statement raises an error. COMMIT can follow in the same flight, but the transaction has
  /// failed by the time the client knows.
  BY_ERROR
}
