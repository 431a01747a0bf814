package io.tiercel.wire.replication;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import java.util.regex.Pattern;

/// Names and texts in replication commands, which take no parameters.
final class Names {
  private static final Pattern SLOT = Pattern.compile("[a-z0-9_]{1,63}");

  private Names() {}

  /// A name of a slot, which the server allows few characters.
  static String quoted(String slot) {
    if (!SLOT.matcher(slot).matches()) {
      throw new UsageException(
          SqlState.INVALID_PARAMETER_VALUE,
          ("replication slot \"%s\" has a name the server does not take\n"
                  + "Hint: use up to 63 lower-case letters, digits and underscores.")
              .formatted(slot));
    }
    return '"' + slot + '"';
  }

  static String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
