package io.tiercel.jpa.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the catalogs say about one relation, while their answer comes in. A relation that is not
/// there has no kind.
final class FoundTable {
  /// `relkind` of `pg_class`: `r` table, `p` partitioned, `v` view, `S` sequence, …
  String kind = "";

  final Map<String, FoundColumn> columns = new HashMap<>();

  /// The column sets of unique indexes over whole tables, the primary key's among them.
  final List<Set<String>> uniqueSets = new ArrayList<>();

  /// The names of the triggers that are enabled.
  final Set<String> triggers = new HashSet<>();

  /// @param typeOid of a domain that of its base type
  /// @param type as SQL, with its modifier
  /// @param filled whether it has a default, an identity or an expression of its own
  record FoundColumn(int typeOid, String type, boolean notNull, boolean filled) {}

  boolean exists() {
    return !kind.isEmpty();
  }

  boolean isTable() {
    return kind.equals("r") || kind.equals("p");
  }

  boolean isUnique(List<String> columnNames) {
    return uniqueSets.contains(new HashSet<>(columnNames));
  }
}
