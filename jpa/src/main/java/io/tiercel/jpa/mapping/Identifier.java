package io.tiercel.jpa.mapping;

import io.tiercel.jpa.mapping.source.Annotations;
import java.util.Set;
import java.util.regex.Pattern;

/// SQL identifiers (PostgreSQL manual, section 4.1.1). A name from an annotation without quotes
/// means what it would mean unquoted in SQL: folded to lower case.
public final class Identifier {
  private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_$]*");

  /// Words PostgreSQL does not take as a plain column or table name (manual, appendix C:
  /// "reserved").
  private static final Set<String> RESERVED =
      Set.of(
          "all",
          "analyse",
          "analyze",
          "and",
          "any",
          "array",
          "as",
          "asc",
          "asymmetric",
          "authorization",
          "between",
          "binary",
          "both",
          "case",
          "cast",
          "check",
          "collate",
          "collation",
          "column",
          "concurrently",
          "constraint",
          "create",
          "cross",
          "current_catalog",
          "current_date",
          "current_role",
          "current_schema",
          "current_time",
          "current_timestamp",
          "current_user",
          "default",
          "deferrable",
          "desc",
          "distinct",
          "do",
          "else",
          "end",
          "except",
          "false",
          "fetch",
          "for",
          "foreign",
          "freeze",
          "from",
          "full",
          "grant",
          "group",
          "having",
          "ilike",
          "in",
          "initially",
          "inner",
          "intersect",
          "into",
          "is",
          "isnull",
          "join",
          "lateral",
          "leading",
          "left",
          "like",
          "limit",
          "localtime",
          "localtimestamp",
          "natural",
          "not",
          "notnull",
          "null",
          "offset",
          "on",
          "only",
          "or",
          "order",
          "outer",
          "overlaps",
          "placing",
          "primary",
          "references",
          "returning",
          "right",
          "select",
          "session_user",
          "similar",
          "some",
          "symmetric",
          "system_user",
          "table",
          "tablesample",
          "then",
          "to",
          "trailing",
          "true",
          "union",
          "unique",
          "user",
          "using",
          "variadic",
          "verbose",
          "when",
          "where",
          "window",
          "with");

  private Identifier() {}

  /// The stored form of a name written in an annotation: `"Quoted"` keeps its case, others go
  /// by the naming of the unit being read, unless it delimits all its identifiers.
  public static String stored(String written) {
    if (written.length() >= 2 && written.startsWith("\"") && written.endsWith("\"")) {
      return written.substring(1, written.length() - 1).replace("\"\"", "\"");
    }
    return Annotations.source().delimitsIdentifiers()
        ? written
        : Annotations.naming().stored(written);
  }

  /// SQL text that PostgreSQL reads back as exactly this stored name.
  public static String quote(String stored) {
    if (PLAIN.matcher(stored).matches() && !RESERVED.contains(stored)) {
      return stored;
    }
    return '"' + stored.replace("\"", "\"\"") + '"';
  }
}
