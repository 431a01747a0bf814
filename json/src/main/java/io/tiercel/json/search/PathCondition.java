package io.tiercel.json.search;

import io.tiercel.json.SqlName;
import io.tiercel.json.cql.Comparison;
import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.DiagnosticType;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Conditions on one path. Each has the expression of an index of the path on its left side, so
/// that the index serves it; a condition that no index of the path serves is refused.
final class PathCondition {
  /// A text of so many characters is shorter than what is indexed, however it is normalised: to
  /// decompose and to make small triples at most.
  private static final int SURELY_INDEXED = MappedPath.INDEXED_CHARACTERS / 3;

  /// Letters and digits in a row that an index of trigrams begins to find masks by.
  private static final int TRIGRAM = 3;

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

  /// Equality with the whole text, or its beginning, or what masks leave of it. Anchors say what
  /// holds anyway.
  String text(Term term) {
    if (path.path().isPlural()) {
      if (term.isMasked()) {
        throw term.maskRefused();
      }
      return "(" + path.texts(document) + " @> jsonb_build_array(" + normalised(term) + "))";
    }
    if (term.isMaskedWithin()) {
      return like(term);
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

  /// Masks anywhere, by trigrams.
  String like(Term term) {
    requireTrigrams(term);
    var pattern = new StringBuilder();
    for (Term.Piece piece : term.pieces()) {
      pattern.append(
          switch (piece) {
            case Term.Mask mask -> mask == Term.Mask.ANY ? "%" : "_";
            case Term.Text text -> text.text().replaceAll("([\\\\%_])", "\\\\$1");
          });
    }
    // Neither small letters nor accents that go change the signs of a pattern.
    return "(%s like %s)"
        .formatted(
            path.wholeText(document), path.normalisation().of(sql.parameter(pattern.toString())));
  }

  /// A word with masks anywhere, by trigrams.
  String maskedWord(Term word) {
    requireTrigrams(word);
    List<String> parts = new ArrayList<>();
    parts.add("E'\\\\m'");
    for (Term.Piece piece : word.pieces()) {
      parts.add(
          switch (piece) {
            case Term.Mask mask -> mask == Term.Mask.ANY ? "E'\\\\w*'" : "E'\\\\w'";
            // Only signs of ASCII mean anything in a regular expression.
            case Term.Text text ->
                path.normalisation()
                    .of(sql.parameter(text.text().replaceAll("(\\p{Punct})", "\\\\$1")));
          });
    }
    parts.add("E'\\\\M'");
    return "(%s ~ (%s))".formatted(path.wholeText(document), String.join(" || ", parts));
  }

  private void requireTrigrams(Term term) {
    if (!has(IndexKind.TRIGRAMS)) {
      throw term.maskRefused();
    }
    if (!term.hasRun(TRIGRAM)) {
      throw new CqlException(
          DiagnosticType.MASKED_TOO_SHORT, String.valueOf(TRIGRAM), term.position());
    }
  }

  /// Words that follow each other, at the beginning or the end of the text. The index finds those
  /// that have the words; their places are compared in what it finds.
  String anchoredPhrase(List<Term> words) {
    Term anchored = words.getFirst().first() ? words.getFirst() : words.getLast();
    for (int i = 0; i < words.size(); i++) {
      Term word = words.get(i);
      if ((word.first() && i > 0) || (word.last() && i < words.size() - 1)) {
        throw word.anchorRefused(DiagnosticType.ANCHOR_POSITION);
      }
      if (word.isMasked()) {
        throw word.anchorRefused(DiagnosticType.ANCHORING);
      }
    }
    if (path.path().isPlural()) {
      // The places of words run through all values.
      throw anchored.anchorRefused(DiagnosticType.ANCHORING);
    }
    List<String> conditions = new ArrayList<>();
    conditions.add(words(tsquery(words, " <-> ")));
    boolean atBegin = words.getFirst().first();
    conditions.add(samePlaces(words, atBegin ? "0" : lastPlaces(words, "-")));
    if (atBegin && words.getLast().last()) {
      conditions.add(lastPlaces(words, "="));
    }
    return "(" + String.join(" and ", conditions) + ")";
  }

  private String lastPlaces(List<Term> words, String operator) {
    return "(%s %s %s)"
        .formatted(lastPlace(path.words(document)), operator, lastPlace(sought(words)));
  }

  /// The words as a text of their own.
  private String sought(List<Term> words) {
    String text = words.stream().map(Term::text).collect(Collectors.joining(" "));
    return "to_tsvector('simple'::regconfig, %s)"
        .formatted(path.normalisation().of(sql.parameter(text)));
  }

  private static String lastPlace(String words) {
    return "(select max(place) from unnest(%s) as w(lexeme, places, weights), unnest(places) as p(place))"
        .formatted(words);
  }

  /// Each of the words stands in the text where it stands in the term, so many places on.
  private String samePlaces(List<Term> words, String shift) {
    return ("not exists (select from unnest(%s) as s(lexeme, places, weights), unnest(places) as"
            + " p(place) where not exists (select from unnest(%s) as w(lexeme, places, weights)"
            + " where w.lexeme = s.lexeme and place + %s = any (w.places)))")
        .formatted(sought(words), path.words(document), shift);
  }

  /// A text that is there and another one.
  String otherText(Term term) {
    if (term.isMasked()) {
      throw term.maskRefused();
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
    if (term.isMasked()) {
      throw term.maskRefused();
    }
    if (term.isAnchored()) {
      throw term.anchorRefused(DiagnosticType.ANCHORING);
    }
    requireShort(term);
    return "(" + path.text(document) + ' ' + comparison.symbol() + ' ' + normalised(term) + ")";
  }

  String numberCompared(Comparison comparison, Term term) {
    String number = term.text().strip();
    // Exponents could ask for a number of a billion digits.
    if (term.isMasked()
        || term.isAnchored()
        || !number.matches("[+-]?[0-9]{1,100}(\\.[0-9]{1,100})?")) {
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
    if (word.isMaskedWithin()) {
      throw word.maskRefused();
    }
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
