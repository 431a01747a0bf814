package io.tiercel.json.path;

/// What is done to a text before it is indexed and compared: the same to the value of a path and to
/// the term that is looked for, by the same SQL.
///
/// @param ignoreCase whether letters become small ones, as the database's collation has them
/// @param ignoreAccents whether combining marks go (U+0300 to U+036F, after canonical
///     decomposition)
public record Normalisation(boolean ignoreCase, boolean ignoreAccents) {
  /// Texts as they are.
  public static final Normalisation NONE = new Normalisation(false, false);

  /// Neither case nor accents matter.
  public static final Normalisation FOLDED = new Normalisation(true, true);

  /// The normalised form of an expression of type text, immutable if that is.
  public String of(String text) {
    String normalised = text;
    if (ignoreAccents) {
      normalised = "regexp_replace(normalize(" + normalised + ", NFD), '[\u0300-\u036f]', '', 'g')";
    }
    return ignoreCase ? "lower(" + normalised + ")" : normalised;
  }

  /// The normalised form of a jsonb array of strings. JSON's own signs and escapes are small
  /// letters and no accents, and nothing decomposes to a quote or a backslash: so its text may be
  /// normalised as a whole.
  String ofArray(String array) {
    return equals(NONE) ? array : "(" + of("(" + array + ")::text") + ")::jsonb";
  }
}
