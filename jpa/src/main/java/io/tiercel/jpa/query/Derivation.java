package io.tiercel.jpa.query;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is known of the items of a query before it is translated.
///
/// @param isTable whether its result is a table of the statement
/// @param expected the types of what its items are assigned to, empty when nothing tells
/// @param widens whether its columns are to have types without length and precision: those of a
///     recursive table must be what later rows have as well
record Derivation(boolean isTable, List<ValueType> expected, boolean widens) {

  /// A query whose result is that of the statement, or a value.
  static final Derivation NONE = new Derivation(false, List.of(), false);

  /// A named table of the statement.
  static final Derivation TABLE = new Derivation(true, List.of(), false);

  /// The first rows of a recursive table.
  static final Derivation WIDENED = new Derivation(true, List.of(), true);

  private static final Set<String> WITH_LENGTH = Set.of("text", "numeric");

  /// The type of what an item is assigned to, null when nothing tells.
  @Nullable ValueType expected(int item) {
    return item < expected.size() ? expected.get(item) : null;
  }

  /// An item with the type that its column is to have.
  Sql widened(Sql sql) {
    String sqlType = sql.type().sqlType();
    return widens && sqlType != null && WITH_LENGTH.contains(sqlType)
        ? new Sql(sql.in(Sql.CAST) + "::" + sqlType, sql.type(), Sql.CAST)
        : sql;
  }
}
