package io.tiercel.lab.check.history;

/// What a reader was promised: the levels of the shared cache.
public enum Level {
  /// Whatever is stored.
  EVENTUAL,
  /// Nothing staler than [Examination#BOUND].
  BOUNDED,
  /// What the session has written, and nothing older than what it has read.
  SESSION,
  /// As if the database were asked.
  STRONG,
  /// Rows of one transaction under REPEATABLE READ belong together.
  SNAPSHOT
}
