package io.tiercel.jpa.settings;

import io.tiercel.jpa.session.TransactionModes;
import io.tiercel.jpa.session.TransactionModes.Begin;
import io.tiercel.jpa.session.TransactionModes.Isolation;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads how transactions begin from the properties of a unit or of an EntityManager.
public final class ModeProperties {
  /// `read committed`, `repeatable read` or `serializable`.
  static final String ISOLATION = "tiercel.transaction.isolation";

  /// Whether transactions only read.
  static final String READ_ONLY = "tiercel.transaction.read-only";

  /// With which statement transactions begin: `when-needed` or `first-statement`.
  static final String BEGIN = "tiercel.transaction.begin";

  private ModeProperties() {}

  /// The modes that the values name, others as they were; IllegalArgumentException for a value that
  /// is none.
  public static TransactionModes of(Map<String, Object> values, TransactionModes otherwise) {
    Object isolation = values.get(ISOLATION);
    Object readOnly = values.get(READ_ONLY);
    Object begin = values.get(BEGIN);
    return isolation == null && readOnly == null && begin == null
        ? otherwise
        : new TransactionModes(
            isolation == null ? otherwise.isolation() : isolation(isolation),
            readOnly == null ? otherwise.readOnly() : isReadOnly(readOnly),
            begin == null ? otherwise.begin() : begin(begin));
  }

  private static Begin begin(Object value) {
    return switch (value.toString().strip().toLowerCase(Locale.ROOT)) {
      case "when-needed" -> Begin.WHEN_NEEDED;
      case "first-statement" -> Begin.FIRST_STATEMENT;
      default -> throw refused(BEGIN, "when-needed or first-statement", value);
    };
  }

  private static Isolation isolation(Object value) {
    String name = value.toString().strip().toUpperCase(Locale.ROOT).replaceAll("[ -]", "_");
    for (Isolation isolation : Isolation.values()) {
      if (isolation.name().equals(name)) {
        return isolation;
      }
    }
    throw refused(ISOLATION, "read committed, repeatable read or serializable", value);
  }

  private static boolean isReadOnly(Object value) {
    String text = value.toString().strip().toLowerCase(Locale.ROOT);
    if (!text.equals("true") && !text.equals("false")) {
      throw refused(READ_ONLY, "true or false", value);
    }
    return text.equals("true");
  }

  private static IllegalArgumentException refused(
      String name, String expected, @Nullable Object value) {
    return new IllegalArgumentException(
        "%s must be %s, got \"%s\"".formatted(name, expected, value));
  }
}
