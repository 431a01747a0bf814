package io.tiercel.jpa.sql;

import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import jakarta.persistence.SqlResultSetMapping;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The result set mappings of a unit by name, read from the annotations of its classes when one is
/// first asked for. Safe for any number of threads.
public final class ResultSetMappings {
  private final UnitMapping mapping;
  private volatile @Nullable Map<String, ResultSetMapping> byName;

  /// Those that the unit's classes and mapping files declare.
  public ResultSetMappings(UnitMapping mapping) {
    this.mapping = mapping;
  }

  /// The mapping of that name; IllegalArgumentException naming the nearest.
  public ResultSetMapping get(@Nullable String name) {
    Map<String, ResultSetMapping> all = all();
    ResultSetMapping found = name == null ? null : all.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "no result set mapping is named \"%s\"\nHint: %s"
              .formatted(
                  name,
                  all.isEmpty()
                      ? "declare it with @SqlResultSetMapping on an entity"
                      : Nearest.hint(String.valueOf(name), all.keySet())));
    }
    return found;
  }

  private Map<String, ResultSetMapping> all() {
    Map<String, ResultSetMapping> known = byName;
    if (known == null) {
      Map<String, ResultSetMapping> read = new HashMap<>();
      for (var annotation : mapping.annotations(SqlResultSetMapping.class)) {
        read.put(annotation.name(), ResultSetMapping.of(annotation));
      }
      known = Map.copyOf(read);
      byName = known;
    }
    return known;
  }
}
