package io.tiercel.jdbc.property;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A connection property. Immutable.
///
/// @param defaultValue null for none
/// @param values the values that are taken; empty for any
/// @param note what it means here, or why it is not honoured
public record DriverProperty(
    String name,
    Treatment treatment,
    @Nullable String defaultValue,
    List<String> values,
    String note) {
  public DriverProperty {
    values = List.copyOf(values);
  }

  static DriverProperty honoured(String name, @Nullable String defaultValue, String note) {
    return new DriverProperty(name, Treatment.HONOURED, defaultValue, List.of(), note);
  }

  static DriverProperty mapped(String name, @Nullable String defaultValue, String note) {
    return new DriverProperty(name, Treatment.MAPPED, defaultValue, List.of(), note);
  }

  static DriverProperty ignored(String name, @Nullable String defaultValue, String note) {
    return new DriverProperty(name, Treatment.IGNORED, defaultValue, List.of(), note);
  }

  /// @param harmless the values that are taken all the same, the default first
  static DriverProperty refused(String name, String note, String... harmless) {
    String defaultValue = harmless.length == 0 ? null : harmless[0];
    return new DriverProperty(name, Treatment.REFUSED, defaultValue, List.of(harmless), note);
  }

  DriverProperty of(String... choices) {
    return new DriverProperty(name, treatment, defaultValue, List.of(choices), note);
  }

  /// Whether `value` can be given.
  public boolean takes(String value) {
    boolean restricts = treatment == Treatment.REFUSED || !values.isEmpty();
    return !restricts || values.stream().anyMatch(known -> known.equalsIgnoreCase(value));
  }
}
