package io.tiercel.json.search;

import io.tiercel.json.SqlName;
import io.tiercel.json.cql.BooleanOperator;
import io.tiercel.json.cql.Comparison;
import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.CqlNode;
import io.tiercel.json.cql.CqlString;
import io.tiercel.json.cql.DiagnosticType;
import io.tiercel.json.cql.Relation;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes the condition of a query. What the query says becomes parameters; all else is of the
/// mapping. What cannot be served by an index is answered with its diagnostic, never by a scan that
/// nobody asked for; only negations and `allRecords` read more than they find.
final class CqlTranslator {
  // What joins the words of a tsquery.
  private static final String NEXT = " <-> ";
  private static final String ALL = " && ";
  private static final String ANY = " || ";

  private final CqlProfile profile;
  private final Map<String, MappedPath> indexes;
  private final Map<String, CqlProfile.Bounds> ranges;
  private final SqlName document;
  private final Sql sql;

  CqlTranslator(CqlProfile profile, Sql sql) {
    this.profile = profile;
    this.sql = sql;
    indexes = profile.byName();
    ranges = profile.rangesByName();
    document = profile.table().document();
  }

  String condition(CqlNode node, Names names) {
    return switch (node) {
      case CqlNode.SearchClause clause -> clause(clause, names);
      case CqlNode.BooleanClause clause -> booleanClause(clause, names);
      case CqlNode.Scope scope -> condition(scope.node(), names.within(scope.prefixes()));
    };
  }

  private String booleanClause(CqlNode.BooleanClause clause, Names names) {
    if (clause.operator() == BooleanOperator.PROX) {
      return new Proximity(this, names).condition(clause);
    }
    if (!clause.modifiers().isEmpty()) {
      CqlString name = clause.modifiers().getFirst().name();
      throw new CqlException(DiagnosticType.BOOLEAN_MODIFIER, name.text(), name.position());
    }
    String left = condition(clause.left(), names);
    String right = condition(clause.right(), names);
    return switch (clause.operator()) {
      case AND -> "(" + left + " and " + right + ")";
      case OR -> "(" + left + " or " + right + ")";
      // A missing value makes a condition NULL, and what is not found is not found.
      case NOT -> "(" + left + " and " + right + " is not true)";
      case PROX -> throw new IllegalStateException("prox is elsewhere");
    };
  }

  private String clause(CqlNode.SearchClause clause, Names names) {
    CqlString index = clause.index();
    Relation relation = clause.relation();
    if (index == null || relation == null) {
      String choice = profile.serverChoice();
      if (choice == null) {
        throw new CqlException(DiagnosticType.INDEX, "cql.serverChoice", clause.term().position());
      }
      var equal = new Relation.Symbol(Comparison.EQUAL, List.of(), clause.term().position());
      return onPath(path(new CqlString(choice, 0), Names.of(profile)), equal, clause.term(), names);
    }
    Names.Resolved name = names.resolve(index);
    if (name.isOf(Names.CQL)) {
      return onIndexOfCql(name.name(), clause, names);
    }
    CqlProfile.Bounds bounds = ranges.get(CqlProfile.key(name.uri(), name.name()));
    if (bounds != null) {
      return onRange(bounds, index.text(), relation, clause.term(), names);
    }
    return onPath(path(index, names), relation, clause.term(), names);
  }

  private String onIndexOfCql(String name, CqlNode.SearchClause clause, Names names) {
    CqlString index = Objects.requireNonNull(clause.index());
    Relation relation = Objects.requireNonNull(clause.relation());
    return switch (name) {
      case "allrecords" -> "true";
      case "resultsetid" ->
          throw new CqlException(
              DiagnosticType.RESULT_SETS, clause.term().text(), index.position());
      case "serverchoice", "anyindexes" -> {
        String choice = profile.serverChoice();
        if (choice == null) {
          throw new CqlException(DiagnosticType.INDEX, index.text(), index.position());
        }
        yield onPath(
            path(new CqlString(choice, 0), Names.of(profile)), relation, clause.term(), names);
      }
      default -> throw new CqlException(DiagnosticType.INDEX, index.text(), index.position());
    };
  }

  MappedPath path(CqlString index, Names names) {
    Names.Resolved name = names.resolve(index);
    MappedPath path = indexes.get(CqlProfile.key(name.uri(), name.name()));
    if (path == null) {
      throw new CqlException(DiagnosticType.INDEX, index.text(), index.position());
    }
    return path;
  }

  PathCondition on(MappedPath path) {
    return new PathCondition(path, document, sql);
  }

  private String onPath(MappedPath path, Relation relation, CqlString term, Names names) {
    RelationFlags flags = RelationFlags.of(relation, names, path);
    PathCondition on = on(path);
    if (term.raw().isEmpty()) {
      if (relation instanceof Relation.Symbol symbol && symbol.comparison() == Comparison.EQUAL) {
        return on.exists();
      }
      throw new CqlException(DiagnosticType.EMPTY_TERM, relation.toString(), term.position());
    }
    String name =
        switch (relation) {
          case Relation.Symbol symbol -> symbol.comparison().symbol();
          case Relation.Named named -> names.local(named.name(), Names.CQL);
        };
    String condition =
        switch (name) {
          case "=" -> equal(on, flags, term);
          case "==", "exact" -> exact(on, flags, term);
          case "<>" -> different(on, flags, term);
          case "<", "<=", ">", ">=" -> compared(on, path, flags, comparison(name), term);
          case "adj" -> words(on, flags, term, NEXT);
          case "all" -> words(on, flags, term, ALL);
          case "any" -> words(on, flags, term, ANY);
          case "within" -> within(on, path, flags, term);
          case "encloses" -> null;
          default ->
              throw new CqlException(
                  DiagnosticType.RELATION, relation.toString(), relation.position());
        };
    if (condition == null) {
      throw new CqlException(
          DiagnosticType.RELATION_AND_INDEX, path.name() + " " + relation, relation.position());
    }
    return condition;
  }

  /// Two values, or one that is both.
  private String onRange(
      CqlProfile.Bounds bounds, String index, Relation relation, CqlString term, Names names) {
    List<CqlString> values = term.raw().isBlank() ? List.of() : Term.split(term);
    if (values.isEmpty() || values.size() > 2) {
      throw new CqlException(DiagnosticType.TERM_FORMAT, term.text(), term.position());
    }
    String name =
        switch (relation) {
          case Relation.Symbol symbol -> symbol.comparison().symbol();
          case Relation.Named named -> names.local(named.name(), Names.CQL);
        };
    Comparison from =
        switch (name) {
          case "encloses" -> Comparison.LESS_OR_EQUAL;
          case "within" -> Comparison.GREATER_OR_EQUAL;
          case "=", "==", "exact" -> Comparison.EQUAL;
          default ->
              throw new CqlException(
                  DiagnosticType.RELATION_AND_INDEX, index + " " + relation, relation.position());
        };
    Comparison to =
        switch (from) {
          case LESS_OR_EQUAL -> Comparison.GREATER_OR_EQUAL;
          case GREATER_OR_EQUAL -> Comparison.LESS_OR_EQUAL;
          default -> from;
        };
    String lower = bound(bounds.from(), relation, from, values.getFirst(), names);
    String upper = bound(bounds.to(), relation, to, values.getLast(), names);
    if (lower == null || upper == null) {
      throw new CqlException(
          DiagnosticType.RELATION_AND_INDEX, index + " " + relation, relation.position());
    }
    return "(" + lower + " and " + upper + ")";
  }

  private @Nullable String bound(
      MappedPath path, Relation relation, Comparison comparison, CqlString value, Names names) {
    RelationFlags flags = RelationFlags.of(relation, names, path);
    return compared(on(path), path, flags, comparison, value);
  }

  private static Comparison comparison(String symbol) {
    for (Comparison comparison : Comparison.values()) {
      if (comparison.symbol().equals(symbol)) {
        return comparison;
      }
    }
    throw new IllegalArgumentException(symbol);
  }

  // Each is null where no index of the path serves the relation.

  private static @Nullable String equal(PathCondition on, RelationFlags flags, CqlString term) {
    if (flags.word() || (!flags.number() && !flags.string() && on.has(IndexKind.WORDS))) {
      return words(on, flags, term, NEXT);
    }
    return exact(on, flags, term);
  }

  private static @Nullable String exact(PathCondition on, RelationFlags flags, CqlString term) {
    Term value = Term.value(term, flags.masked());
    if (isNumber(on, flags)) {
      return on.numberCompared(Comparison.EQUAL, value);
    }
    if (flags.number() || flags.word()) {
      return null;
    }
    if (on.has(IndexKind.TEXT)) {
      return on.text(value);
    }
    return on.has(IndexKind.TRIGRAMS) && value.isMasked() ? on.like(value) : null;
  }

  private static @Nullable String different(PathCondition on, RelationFlags flags, CqlString term) {
    Term value = Term.value(term, flags.masked());
    if (isNumber(on, flags)) {
      return on.numberCompared(Comparison.NOT_EQUAL, value);
    }
    return on.has(IndexKind.TEXT) && !flags.number() && !flags.word() ? on.otherText(value) : null;
  }

  private static @Nullable String compared(
      PathCondition on,
      MappedPath path,
      RelationFlags flags,
      Comparison comparison,
      CqlString term) {
    Term value = Term.value(term, flags.masked());
    if (isNumber(on, flags)) {
      return on.numberCompared(comparison, value);
    }
    boolean hasOrder = on.has(IndexKind.TEXT) && !path.path().isPlural();
    return hasOrder && !flags.number() && !flags.word() ? on.textCompared(comparison, value) : null;
  }

  private static @Nullable String within(
      PathCondition on, MappedPath path, RelationFlags flags, CqlString term) {
    List<CqlString> bounds = Term.split(term);
    if (bounds.size() != 2) {
      throw new CqlException(DiagnosticType.TERM_FORMAT, term.text(), term.position());
    }
    String from = compared(on, path, flags, Comparison.GREATER_OR_EQUAL, bounds.getFirst());
    String to = compared(on, path, flags, Comparison.LESS_OR_EQUAL, bounds.getLast());
    return from == null || to == null ? null : "(" + from + " and " + to + ")";
  }

  /// Whether numbers are compared: because the query says so, or nothing else is indexed.
  private static boolean isNumber(PathCondition on, RelationFlags flags) {
    return on.has(IndexKind.NUMBER)
        && (flags.number() || (!flags.string() && !flags.word() && !on.has(IndexKind.TEXT)));
  }

  private static @Nullable String words(
      PathCondition on, RelationFlags flags, CqlString term, String operator) {
    if (!on.has(IndexKind.WORDS) || flags.number() || flags.string()) {
      return null;
    }
    List<Term> words = Term.words(term, flags.masked());
    if (words.stream().noneMatch(word -> word.isMaskedWithin() || word.isAnchored())) {
      return on.words(on.tsquery(words, operator));
    }
    if (operator.equals(NEXT)) {
      if (words.size() == 1 && words.getFirst().isMaskedWithin()) {
        return alone(on, words.getFirst());
      }
      for (Term word : words) {
        if (word.isMaskedWithin()) {
          throw new CqlException(
              DiagnosticType.PROXIMITY_AND_MASKING, term.text(), term.position());
        }
      }
      return on.anchoredPhrase(words);
    }
    return words.stream()
        .map(word -> alone(on, word))
        .collect(Collectors.joining(operator.equals(ALL) ? " and " : " or ", "(", ")"));
  }

  /// One word, with whatever masks and anchors it has.
  private static String alone(PathCondition on, Term word) {
    if (word.isAnchored()) {
      return on.anchoredPhrase(List.of(word));
    }
    return word.isMaskedWithin() ? on.maskedWord(word) : on.words(on.tsquery(word));
  }
}
