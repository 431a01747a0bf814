package io.tiercel.jpa.flush;

import io.tiercel.jpa.mapping.Table;
import io.tiercel.wire.error.ServerException;
import jakarta.persistence.PersistenceException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// Lists with a join table that hold an element more than once. A join table without a key takes
/// that. One with a key, such as a generated one, does not, and what its refusal means is known
/// here.
final class Doubles {
  private static final String UNIQUE_VIOLATION = "23505";

  private final Map<Table, String> attributes = new HashMap<>();

  /// The attribute, named as errors do, holds an element twice.
  void add(Table joinTable, String attribute) {
    attributes.putIfAbsent(joinTable, attribute);
  }

  /// The failure of a flush, in terms of the attribute if it is about one of these.
  PersistenceException explained(PersistenceException failure) {
    if (failure.getCause() instanceof ServerException refusal
        && refusal.sqlState().equals(UNIQUE_VIOLATION)) {
      for (Map.Entry<Table, String> one : attributes.entrySet()) {
        Table table = one.getKey();
        boolean sameSchema =
            table.schema() == null || table.schema().equals(refusal.error().schema());
        if (sameSchema && Objects.equals(table.name(), refusal.error().table())) {
          return new PersistenceException(
              "%s holds an element twice, which the key of join table %s forbids: %s\nHint: keep each element once, make it a Set, or drop the key."
                  .formatted(one.getValue(), table, failure.getMessage()),
              refusal);
        }
      }
    }
    return failure;
  }
}
