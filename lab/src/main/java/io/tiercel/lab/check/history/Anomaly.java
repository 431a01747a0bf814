package io.tiercel.lab.check.history;

/// What a history must not have.
public enum Anomaly {
  /// A row read shows something that was never committed, or lacks something in its middle.
  NEVER_COMMITTED("shows what was never committed"),
  /// A write was answered and is not in the table.
  LOST_WRITE("an answered write is lost"),
  /// A write was refused or rolled back and is in the table.
  UNDEAD_WRITE("a write that was rolled back is there"),
  /// A read lacks what its own session has committed before.
  OWN_WRITE_UNSEEN("lacks a write of its session"),
  /// A read lacks what an entity of the same node's has committed before.
  NODE_WRITE_UNSEEN("lacks a write of its node"),
  /// A read of a session is older than an earlier one.
  WENT_BACK("older than what its session has read before"),
  /// A bounded read lacks a write that was answered longer ago than the bound.
  BEYOND_BOUND("staler than the bound"),
  /// A strong read lacks a write that was answered before it began.
  STALE_STRONG("lacks a write that was answered before"),
  /// A strong read is older than one that had ended before it began.
  STRONG_WENT_BACK("older than a strong read that ended before"),
  /// Rows of one snapshot show a transaction in part.
  FRACTURED("one snapshot shows half a transaction"),
  /// A stored row differs from the table when nobody writes and the stream has come up.
  WRONG_FOR_GOOD("wrong for good");

  private final String label;

  Anomaly(String label) {
    this.label = label;
  }

  /// For people.
  public String label() {
    return label;
  }
}
