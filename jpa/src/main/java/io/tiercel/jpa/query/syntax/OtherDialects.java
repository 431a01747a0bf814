package io.tiercel.jpa.query.syntax;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Functions that other providers add to the query language, and how the specification or
/// PostgreSQL says the same.
final class OtherDialects {
  private OtherDialects() {}

  /// What to write instead of a call of that function; null when it is not known.
  static @Nullable String equalOf(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return switch (lower) {
      case "year", "quarter", "month", "week", "day", "hour", "minute", "second" ->
          "extract(%s from …)".formatted(lower);
      case "str" -> "cast(… as string)";
      case "elements", "values" -> "the variable of a join: from Order o join o.lines l select l";
      case "indices", "keys" -> "index(l) or key(l) of a join: join o.lines l";
      case "maxelement", "minelement", "maxindex", "minindex" ->
          "a subquery over the collection: (select max(l.price) from o.lines l)";
      case "listagg", "group_concat" -> "function('string_agg', …, ',')";
      case "nvl", "ifnull" -> "coalesce(…, …)";
      default -> null;
    };
  }
}
