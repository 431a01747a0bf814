package io.tiercel.json.marc;

import java.util.function.Consumer;

/// What becomes of records that cannot be read: each is given here once. Called by the thread that
/// reads.
@FunctionalInterface
public interface BadRecords {
  /// Takes note of one.
  ///
  /// @throws BadRecordException to end the reading
  void accept(BadRecord bad);

  /// Ends the reading at the first one.
  static BadRecords reject() {
    return bad -> {
      throw new BadRecordException(bad);
    };
  }

  /// Leaves them out and tells `report` of each.
  static BadRecords skip(Consumer<BadRecord> report) {
    return report::accept;
  }
}
