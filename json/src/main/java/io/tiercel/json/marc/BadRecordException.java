package io.tiercel.json.marc;

import java.io.Serial;

/// A record was bad and bad ones are rejected.
public final class BadRecordException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final long number;

  /// For a policy of one's own; [BadRecords#reject()] throws it by itself.
  public BadRecordException(BadRecord bad) {
    super(bad + "\nHint: skip bad records, or mend this one.");
    number = bad.number();
  }

  /// Which record, counted from 1.
  public long number() {
    return number;
  }
}
