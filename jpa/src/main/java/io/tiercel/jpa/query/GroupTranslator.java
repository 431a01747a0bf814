package io.tiercel.jpa.query;

import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.Reference;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Translates group by clauses (specification 4.7).
final class GroupTranslator {

  private final Scope scope;
  private final ExpressionTranslator expressions;
  private final SelectItems items;

  GroupTranslator(Scope scope, ExpressionTranslator expressions, SelectItems items) {
    this.scope = scope;
    this.expressions = expressions;
    this.items = items;
  }

  List<String> translate(List<Expression> groupBy) {
    var terms = new LinkedHashSet<String>();
    groupBy.forEach(expression -> add(expression, terms));
    return List.copyOf(terms);
  }

  private void add(Expression expression, Set<String> terms) {
    if (expression instanceof Reference.Path path
        && expressions.paths().resolveOrNull(path) == null
        && path.names().size() == 1) {
      var item = items.byAlias(path.names().getFirst());
      if (item != null) {
        terms.add(item.text());
        return;
      }
    }
    if (expression instanceof Reference.TypeOf typeOf) {
      terms.add(expressions.translate(typeOf).text());
      return;
    }
    if (expression instanceof Reference reference
        && expressions.paths().resolve(reference) instanceof Resolved.Entity(var source)) {
      terms.addAll(source.groupingColumns());
      return;
    }
    if (expression instanceof Reference reference
        && expressions.paths().resolve(reference)
            instanceof Resolved.ToOne(var owner, var attribute)
        && attribute.isOwning()
        && attribute.joinColumns().size() > 1) {
      attribute.joinColumns().forEach(column -> terms.add(owner.column(column)));
    }
    terms.add(expressions.translate(expression).text());
    // The foreign key groups as the target's id does, but PostgreSQL knows only of the id that the
    // target's other columns depend on it.
    if (expression instanceof Reference reference
        && expressions.paths().resolve(reference)
            instanceof Resolved.ToOne(var owner, var attribute)) {
      var target = scope.joined(owner, attribute);
      if (target != null) {
        terms.addAll(target.groupingColumns());
      }
    }
  }
}
