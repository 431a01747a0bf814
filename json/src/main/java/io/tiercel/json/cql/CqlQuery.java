package io.tiercel.json.cql;

import java.util.List;

/// A query in CQL 1.2. Immutable. `toString()` is CQL that reads the same, on one line.
///
/// @param prefixes of the whole query, sort keys included; those of parts are in [CqlNode.Scope]
/// @param sortKeys may be none
public record CqlQuery(List<PrefixAssignment> prefixes, CqlNode root, List<SortKey> sortKeys) {
  public CqlQuery {
    prefixes = List.copyOf(prefixes);
    sortKeys = List.copyOf(sortKeys);
  }

  /// Parses a query.
  ///
  /// @throws CqlException with the diagnostic and the position if it breaks the grammar, or a
  ///     limit: 100,000 characters, 1,000 booleans, 100 parentheses deep
  public static CqlQuery parse(String query) {
    return new CqlParser(query).parse();
  }

  @Override
  public String toString() {
    return CqlPrinter.print(this);
  }
}
