package io.tiercel.json.search;

import io.tiercel.json.cql.Comparison;
import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.CqlNode;
import io.tiercel.json.cql.CqlString;
import io.tiercel.json.cql.DiagnosticType;
import io.tiercel.json.cql.Modifier;
import io.tiercel.json.cql.Relation;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// `prox` between two words of one path, so many words apart at most, or just so many.
final class Proximity {
  /// A tsquery has a branch for each distance.
  private static final int MAX_DISTANCE = 20;

  private final CqlTranslator translator;
  private final Names names;
  private Comparison comparison = Comparison.LESS_OR_EQUAL;
  private int distance = 1;
  private boolean ordered;

  Proximity(CqlTranslator translator, Names names) {
    this.translator = translator;
    this.names = names;
  }

  String condition(CqlNode.BooleanClause clause) {
    clause.modifiers().forEach(this::read);
    if (!(clause.left() instanceof CqlNode.SearchClause left)
        || !(clause.right() instanceof CqlNode.SearchClause right)
        || left.index() == null
        || right.index() == null) {
      throw new CqlException(DiagnosticType.PROXIMITY, clause.toString(), clause.position());
    }
    MappedPath path = translator.path(left.index(), names);
    if (!path.equals(translator.path(right.index(), names))
        || !path.kinds().contains(IndexKind.WORDS)) {
      throw new CqlException(DiagnosticType.PROXIMITY, clause.toString(), clause.position());
    }
    PathCondition on = translator.on(path);
    Term first = word(left, path);
    Term second = word(right, path);
    List<String> branches = new ArrayList<>();
    for (int apart = comparison == Comparison.EQUAL ? distance : 1; apart <= distance; apart++) {
      branches.add(phrase(on, first, second, apart));
      if (!ordered) {
        branches.add(phrase(on, second, first, apart));
      }
    }
    return on.words(String.join(" || ", branches));
  }

  private static String phrase(PathCondition on, Term first, Term second, int apart) {
    return "tsquery_phrase(%s, %s, %d)".formatted(on.tsquery(first), on.tsquery(second), apart);
  }

  private Term word(CqlNode.SearchClause clause, MappedPath path) {
    Relation relation = Objects.requireNonNull(clause.relation());
    RelationFlags flags = RelationFlags.of(relation, names, path);
    boolean isEqual =
        relation instanceof Relation.Symbol symbol && symbol.comparison() == Comparison.EQUAL;
    if (!isEqual || flags.number() || flags.string()) {
      throw new CqlException(DiagnosticType.PROXIMITY, relation.toString(), relation.position());
    }
    List<Term> words = Term.words(clause.term(), flags.masked());
    if (words.size() != 1) {
      throw new CqlException(
          DiagnosticType.PROXIMITY, clause.term().text(), clause.term().position());
    }
    Term word = words.getFirst();
    if (word.isAnchored()) {
      throw word.anchorRefused(DiagnosticType.PROXIMITY_AND_ANCHORING);
    }
    if (word.isMaskedWithin()) {
      throw new CqlException(
          DiagnosticType.PROXIMITY_AND_MASKING, clause.term().text(), word.position());
    }
    return word;
  }

  private void read(Modifier modifier) {
    CqlString name = modifier.name();
    CqlString value = modifier.value();
    String text = value == null ? "" : value.folded();
    switch (names.local(name, Names.CQL)) {
      case "unit" -> {
        if (!text.equals("word") || modifier.comparison() != Comparison.EQUAL) {
          throw new CqlException(DiagnosticType.PROXIMITY_UNIT, text, name.position());
        }
      }
      case "distance" -> {
        if (!text.matches("[0-9]{1,3}")) {
          throw new CqlException(DiagnosticType.PROXIMITY_DISTANCE, text, name.position());
        }
        readDistance(modifier, Integer.parseInt(text));
      }
      case "ordered" -> ordered = true;
      case "unordered" -> ordered = false;
      default ->
          throw new CqlException(DiagnosticType.BOOLEAN_MODIFIER, name.text(), name.position());
    }
  }

  private void readDistance(Modifier modifier, int given) {
    Comparison relation = Objects.requireNonNull(modifier.comparison());
    switch (relation) {
      case EQUAL, LESS_OR_EQUAL -> {
        comparison = relation;
        distance = given;
      }
      case LESS -> {
        comparison = Comparison.LESS_OR_EQUAL;
        distance = given - 1;
      }
      default ->
          throw new CqlException(
              DiagnosticType.PROXIMITY_RELATION, relation.symbol(), modifier.name().position());
    }
    if (distance < 1 || distance > MAX_DISTANCE) {
      throw new CqlException(
          DiagnosticType.PROXIMITY_DISTANCE, String.valueOf(given), modifier.name().position());
    }
  }
}
