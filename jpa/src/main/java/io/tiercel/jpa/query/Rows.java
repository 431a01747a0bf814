package io.tiercel.jpa.query;

import org.jspecify.annotations.Nullable;

/// The rows that a query asks for itself, by `limit` and `offset`; a page of its result is a part
/// of them.
///
/// @param limit SQL, or null for all
/// @param offset SQL, or null for none
record Rows(@Nullable String limit, @Nullable String offset) {

  static final Rows ALL = new Rows(null, null);

  /// The clauses for a page of these rows.
  ///
  /// @param max how many rows the page has, as SQL; null for all
  /// @param first how many rows it leaves out, as SQL; null for none
  String sql(@Nullable String max, @Nullable String first) {
    String rows = limit(max, first);
    String skipped = offset == null || first == null ? either(offset, first) : sum(offset, first);
    return (rows == null ? "" : " limit " + rows) + (skipped == null ? "" : " offset " + skipped);
  }

  private @Nullable String limit(@Nullable String max, @Nullable String first) {
    if (limit == null) {
      return max;
    }
    String left =
        first == null ? limit : "greatest(%s - %s::bigint, 0)".formatted(bigint(limit), first);
    return max == null ? left : "least(%s, %s::bigint)".formatted(bigint(left), max);
  }

  private static String sum(String offset, String first) {
    return "%s + %s::bigint".formatted(bigint(offset), first);
  }

  private static String bigint(String sql) {
    return "(" + sql + ")::bigint";
  }

  private static @Nullable String either(@Nullable String one, @Nullable String other) {
    return one == null ? other : one;
  }
}
