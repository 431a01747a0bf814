package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.query.syntax.QueryExpression.SelectQuery;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Parses `start with … connect by …` as a [Hierarchy]. One parser serves one query.
final class HierarchyParser {
  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private final Declaration declaration;
  private final int at;
  private @Nullable Expression start;
  private @Nullable Expression connect;

  HierarchyParser(TokenStream tokens, ExpressionParser expressions, List<Declaration> from) {
    this.tokens = tokens;
    this.expressions = expressions;
    this.at = tokens.peek().at();
    this.declaration = from.getFirst();
    if (from.size() != 1
        || !(declaration.source() instanceof Reference.Path(_, var names))
        || names.isEmpty()
        || declaration.collectionMember()
        || declaration.asOf() != null) {
      throw tokens.error(
          at,
          "a hierarchical query ranges over one entity and its present rows",
          "join what else it needs to that entity");
    }
  }

  /// The two clauses, in any order.
  void clauses() {
    while (tokens.atHierarchy()) {
      var word = tokens.take();
      tokens.take();
      if (word.is(Keyword.START)) {
        start = once(start, word, expressions.expression());
      } else {
        connect = once(connect, word, expressions.withPrior(this::ofPriorRow));
      }
    }
    if (connect == null) {
      throw tokens.expected("CONNECT BY", null);
    }
  }

  private Expression once(@Nullable Expression known, Token word, Expression clause) {
    if (known != null) {
      throw tokens.error(word.at(), "%s stands here twice".formatted(word.text()), null);
    }
    return clause;
  }

  private Reference.Path ofPriorRow(Reference.Path path) {
    String head = path.names().getFirst();
    if (path.names().size() == 1 && head.equalsIgnoreCase(Hierarchy.LEVEL)) {
      return Hierarchy.priorLevel(path.at());
    }
    var variable = declaration.variable();
    boolean isVariable = head.equalsIgnoreCase(variable == null ? "this" : variable.name());
    int from = isVariable ? 1 : 0;
    return Hierarchy.prior(path.at(), path.names().subList(from, path.names().size()));
  }

  /// The query over the rows of the hierarchy.
  QueryExpression recursive(SelectQuery query) {
    return new Hierarchy(at, declaration, start, Objects.requireNonNull(connect)).over(query);
  }
}
