package io.tiercel.jpa;

import io.tiercel.jpa.mapping.UnitMapping;
import jakarta.persistence.NamedNativeQuery;
import jakarta.persistence.NamedQuery;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Queries by name: from `@NamedQuery` and `@NamedNativeQuery`, read when a name is first asked
/// for, and from `addNamedQuery`. Safe for any number of threads.
final class NamedQueries {
  private final UnitMapping mapping;
  private final ConcurrentHashMap<String, Named> added = new ConcurrentHashMap<>();
  private volatile @Nullable Map<String, Named> declared;

  /// A query's text and how to read it.
  record Named(String text, boolean isNative, Class<?> resultClass) {}

  NamedQueries(UnitMapping mapping) {
    this.mapping = mapping;
  }

  void add(String name, TiercelQuery<?> query) {
    added.put(name, query.named());
  }

  /// The query of that name; IllegalArgumentException naming those there are.
  Named get(String name) {
    Named found = added.get(name);
    if (found != null) {
      return found;
    }
    Map<String, Named> known = declared();
    found = known.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "no query is named \"%s\", the unit has %s".formatted(name, known.keySet()));
    }
    return found;
  }

  private Map<String, Named> declared() {
    Map<String, Named> known = declared;
    if (known == null) {
      Map<String, Named> read = new HashMap<>();
      for (Class<?> type : mapping.entityTypes()) {
        for (NamedQuery query : type.getAnnotationsByType(NamedQuery.class)) {
          read.put(query.name(), new Named(query.query(), false, query.resultClass()));
        }
        for (NamedNativeQuery query : type.getAnnotationsByType(NamedNativeQuery.class)) {
          read.put(query.name(), new Named(query.query(), true, query.resultClass()));
        }
      }
      known = Map.copyOf(read);
      declared = known;
    }
    return known;
  }
}
