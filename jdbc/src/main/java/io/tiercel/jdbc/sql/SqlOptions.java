package io.tiercel.jdbc.sql;

/// How SQL text is to be read. The same text may mean different things under different options, so
/// a cache of parsed SQL takes them into its key.
///
/// @param escapeProcessing whether `{…}` is a JDBC escape (`Statement.setEscapeProcessing`)
/// @param standardConformingStrings the server's setting: whether a backslash in `'…'` is a mere
///     character
/// @param placeholders whether `?` is a placeholder. A plain `Statement` has none: there `?` is an
///     operator and `??` the same operator
/// @param callMode what `{call …}` becomes
public record SqlOptions(
    boolean escapeProcessing,
    boolean standardConformingStrings,
    boolean placeholders,
    CallMode callMode) {

  /// Options of a prepared statement whose calls become `SELECT`.
  public SqlOptions(boolean escapeProcessing, boolean standardConformingStrings) {
    this(escapeProcessing, standardConformingStrings, true, CallMode.SELECT);
  }

  /// The same options for a plain `Statement`, in which `?` is an operator.
  public SqlOptions withoutPlaceholders() {
    return new SqlOptions(escapeProcessing, standardConformingStrings, false, callMode);
  }
}
