package io.tiercel.json.search;

import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.DiagnosticType;
import io.tiercel.json.cql.Modifier;
import io.tiercel.json.cql.SortKey;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;

/// A sort key as an expression that an index orders.
///
/// @param cast what makes its text a value again
/// @param nullsFirst where records without a value stand; by default they are the highest
/// @param omitsMissing whether they are left out
/// @param failsForMissing whether one of them ends the sorting
record SortColumn(
    String expression,
    String cast,
    boolean descending,
    boolean nullsFirst,
    boolean omitsMissing,
    boolean failsForMissing) {

  static SortColumn of(SortKey key, MappedPath path, Names names, CqlProfile profile) {
    boolean text = path.kinds().contains(IndexKind.TEXT);
    if (path.path().isPlural() || !(text || path.kinds().contains(IndexKind.NUMBER))) {
      throw unsupported(DiagnosticType.SORT_SEQUENCE, key);
    }
    boolean descending = false;
    boolean low = false;
    boolean omit = false;
    boolean fail = false;
    for (Modifier modifier : key.modifiers()) {
      String name = names.local(modifier.name(), Names.SORT);
      boolean served = modifier.value() == null;
      switch (name) {
        case "ascending" -> descending = false;
        case "descending" -> descending = true;
        case "ignorecase" -> served &= path.normalisation().ignoreCase();
        case "respectcase" -> served &= !path.normalisation().ignoreCase();
        case "ignoreaccents" -> served &= path.normalisation().ignoreAccents();
        case "respectaccents" -> served &= !path.normalisation().ignoreAccents();
        case "missinglow" -> low = true;
        case "missinghigh" -> low = false;
        case "missingomit" -> omit = true;
        case "missingfail" -> fail = true;
        case "missingvalue" -> throw unsupported(DiagnosticType.MISSING_VALUE, key);
        default -> served = false;
      }
      if (!served) {
        throw unsupported(DiagnosticType.SORT_SEQUENCE, key);
      }
    }
    var document = profile.table().document();
    return new SortColumn(
        text ? path.text(document) : path.number(document),
        text ? "" : "::numeric",
        descending,
        low != descending,
        omit,
        fail);
  }

  private static CqlException unsupported(DiagnosticType type, SortKey key) {
    return new CqlException(type, key.toString(), key.index().position());
  }

  String order() {
    return expression
        + (descending ? " desc" : "")
        // As the index has them; said only where they stand elsewhere.
        + (nullsFirst == descending ? "" : nullsFirst ? " nulls first" : " nulls last");
  }

  /// A value of the column in the statement.
  String value(String parameter) {
    return "(" + parameter + ")" + cast;
  }
}
