package io.tiercel.lab.check.run;

/// Whether a round is over. Safe for any thread.
final class Stop {
  private volatile boolean isSet;

  void set() {
    isSet = true;
  }

  boolean isSet() {
    return isSet;
  }
}
