package io.tiercel.jpa.schema;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One statement of a schema action, without its semicolon, and where it comes from.
///
/// @param origin the script it stands in; null when it is made from the mapping
/// @param line its first line in that script, from 1
/// @param drops whether it is there to make something disappear
public record SchemaStatement(String sql, @Nullable String origin, int line, boolean drops) {
  /// undefined_table, undefined_object, undefined_function, invalid_schema_name.
  private static final Set<String> MISSING = Set.of("42P01", "42704", "42883", "3F000");

  private static final String DUPLICATE_TABLE = "42P07";

  private static final Pattern CREATE_SEQUENCE =
      Pattern.compile("create\\s+sequence\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /// A statement made from the mapping.
  public static SchemaStatement ofMapping(String sql) {
    return new SchemaStatement(sql, null, 0, false);
  }

  /// The same as part of a drop script.
  public SchemaStatement asDrop() {
    return new SchemaStatement(sql, origin, line, true);
  }

  /// Whether a failure with that SQLState says that there is nothing left to do: what a drop script
  /// drops is not there, or a sequence is there already. A sequence may serve several units, and
  /// its increment counts as the database has it, so any will do; a table that is there may be
  /// anything.
  public boolean isDone(String sqlState) {
    return drops
        ? MISSING.contains(sqlState)
        : sqlState.equals(DUPLICATE_TABLE) && CREATE_SEQUENCE.matcher(sql).matches();
  }

  /// Where an error is, for messages.
  ///
  /// @param position the character of the statement, from 1; 0 when unknown
  public String place(int position) {
    if (origin == null) {
      return "the statement made from the mapping";
    }
    long before = sql.codePoints().limit(Math.max(0, position - 1L)).filter(c -> c == '\n').count();
    return "%s, line %d".formatted(origin, line + before);
  }
}
