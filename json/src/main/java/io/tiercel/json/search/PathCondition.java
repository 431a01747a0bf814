package io.tiercel.json.search;

import io.tiercel.json.SqlName;
import io.tiercel.json.cql.Comparison;
import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.DiagnosticType;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import java.util.List;
import java.util.stream.Collectors;

/// Conditions on one path. Each has the expression of an index of the path on its left side, so
/// that the index serves it; a condition that no index of the path serves is refused.
final class PathCondition {
  /// A text of so many characters is shorter than what is indexed, however it is normalised: to
  /// decompose and to make small triples at most.
  private static final int SURELY_INDEXED = MappedPath.INDEXED_CHARACTERS / 3;

  private final MappedPath path;
  private final SqlName document;
  private final Sql sql;

  PathCondition(MappedPath path, SqlName document, Sql sql) {
    this.path = path;
    this.document = document;
    this.sql = sql;
  }

  boolean has(IndexKind kind) {
    return path.kinds().contains(kind);
  }

  String exists() {
    return path.exists(document);
  }

  /// Equality with the whole text, or its beginning.
  String text(Term term) {
    if (path.path().isPlural()) {
      if (term.prefix()) {
        throw new CqlException(DiagnosticType.MASKING, "*", term.position());
      }
      return "(" + path.texts(document) + " @> jsonb_build_array(" + normalised(term) + "))";
    }
    if (!term.prefix()) {
      String equal = "(" + path.text(document) + " = " + indexed(term) + ")";
      // What is as long as what is indexed may go on differently.
      return isShort(term)
          ? equal
          : "(" + equal + " and " + path.wholeText(document) + " = " + normalised(term) + ")";
    }
    if (term.text().isEmpty()) {
      return exists();
    }
    requireShort(term);
    String from = normalised(term);
    // Nothing that begins so comes after this in the order of code points.
    return "(%s >= %s and %s < %s || repeat(chr(1114111), 2))"
        .formatted(path.text(document), from, path.text(document), normalised(term));
  }

  /// A text that is there and another one.
  String otherText(Term term) {
    if (term.prefix()) {
      throw new CqlException(DiagnosticType.MASKING, "*", term.position());
    }
    if (path.path().isPlural()) {
      return "(" + exists() + " and not " + text(term) + ")";
    }
    if (!isShort(term)) {
      return "(" + path.wholeText(document) + " <> " + normalised(term) + ")";
    }
    // An index has no <>, but what is before and what is behind.
    return "(%s < %s or %s > %s)"
        .formatted(path.text(document), normalised(term), path.text(document), normalised(term));
  }

  String textCompared(Comparison comparison, Term term) {
    if (term.prefix()) {
      throw new CqlException(DiagnosticType.MASKING, "*", term.position());
    }
    requireShort(term);
    return "(" + path.text(document) + ' ' + comparison.symbol() + ' ' + normalised(term) + ")";
  }

  String numberCompared(Comparison comparison, Term term) {
    String number = term.text().strip();
    // Exponents could ask for a number of a billion digits.
    if (term.prefix() || !number.matches("[+-]?[0-9]{1,100}(\\.[0-9]{1,100})?")) {
      throw new CqlException(DiagnosticType.TERM_FORMAT, term.text(), term.position());
    }
    if (comparison == Comparison.NOT_EQUAL) {
      return "(%s or %s)"
          .formatted(
              numberCompared(Comparison.LESS, term), numberCompared(Comparison.GREATER, term));
    }
    String operator = comparison == Comparison.EXACT ? "=" : comparison.symbol();
    return "(%s %s (%s)::numeric)"
        .formatted(path.number(document), operator, sql.parameter(number));
  }

  /// Words as one tsquery says.
  String words(String tsquery) {
    return "(" + path.words(document) + " @@ (" + tsquery + "))";
  }

  /// A tsquery of words joined by an operator of tsqueries.
  String tsquery(List<Term> words, String operator) {
    return words.stream().map(this::tsquery).collect(Collectors.joining(operator));
  }

  String tsquery(Term word) {
    if (!word.prefix()) {
      return "phraseto_tsquery('simple'::regconfig, " + normalised(word) + ")";
    }
    // A lexeme in quotes, in which quotes and backslashes are doubled.
    return "to_tsquery('simple'::regconfig, ''''"
        + " || replace(replace("
        + normalised(word)
        + ", E'\\\\', E'\\\\\\\\'), '''', '''''') || ''':*')";
  }

  private String normalised(Term term) {
    return path.normalisation().of(sql.parameter(term.text()));
  }

  private String indexed(Term term) {
    return isShort(term)
        ? normalised(term)
        : "left(%s, %d)".formatted(normalised(term), MappedPath.INDEXED_CHARACTERS);
  }

  private static boolean isShort(Term term) {
    return term.text().length() < SURELY_INDEXED;
  }

  private static void requireShort(Term term) {
    if (!isShort(term)) {
      throw new CqlException(
          DiagnosticType.TERM_TOO_LONG, String.valueOf(SURELY_INDEXED - 1), term.position());
    }
  }
}
