package io.tiercel.json.marc;

import java.util.List;

/// A record: its leader and its fields in their order. Immutable.
///
/// @param leader 24 characters (MARC 21, Leader)
public record MarcRecord(String leader, List<MarcField> fields) {
  /// The length of every leader.
  public static final int LEADER_LENGTH = 24;

  /// @throws IllegalArgumentException if the leader has not 24 printable ASCII characters
  public MarcRecord {
    if (leader.length() != LEADER_LENGTH || !leader.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      throw new IllegalArgumentException(
          "a leader has %d printable ASCII characters, got %d: %s"
              .formatted(LEADER_LENGTH, leader.length(), Quoted.of(leader)));
    }
    fields = List.copyOf(fields);
  }
}
