package io.tiercel.cache.follow;

import java.time.Duration;
import java.util.regex.Pattern;

/// A slot that stays when the node goes, and keeps the server's log until it comes back. Immutable.
///
/// @param node that tells the slot from those of others, of lower case letters, digits and `_`
/// @param survivors what the slot is for
/// @param longestAbsence of other nodes of the database: after that any node drops their slots
///     (PostgreSQL 17; before, once they have lost what they kept)
public record SlotSettings(String node, Survivors survivors, Duration longestAbsence) {
  /// What the names of these slots begin with, and no others.
  public static final String PREFIX = "tiercel_node_";

  private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1,40}");
  private static final Duration USUAL_ABSENCE = Duration.ofDays(1);

  public SlotSettings {
    if (!NAME.matcher(node).matches()) {
      throw new IllegalArgumentException(
          "the name of a node's slot takes 1 to 40 lower case letters, digits and _, got \"%s\""
              .formatted(node));
    }
  }

  /// Slots of nodes that were away for a day are dropped.
  public static SlotSettings of(String node, Survivors survivors) {
    return new SlotSettings(node, survivors, USUAL_ABSENCE);
  }

  /// As the server has it.
  public String slotName() {
    return PREFIX + node;
  }
}
