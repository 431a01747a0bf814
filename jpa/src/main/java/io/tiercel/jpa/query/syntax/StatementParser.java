package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.query.syntax.Token.Kind;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Parses whole statements (specification 4.2) and the clauses of bulk statements (4.10).
final class StatementParser {

  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private final QueryParser queries;

  StatementParser(TokenStream tokens) {
    this.tokens = tokens;
    this.expressions = new ExpressionParser(tokens);
    this.queries = expressions.queries();
  }

  Statement statement() {
    if (tokens.at(Keyword.UPDATE)) {
      return update();
    }
    if (tokens.at(Keyword.DELETE)) {
      return delete();
    }
    if (!queries.atQuery()) {
      throw tokens.expected("SELECT, FROM, UPDATE or DELETE", null);
    }
    return new Statement.Select(queries.query());
  }

  private Statement.Update update() {
    int at = tokens.take().at();
    String entityName = queries.qualifiedName("an entity name");
    // SET after the entity name is the clause: nothing else tells it from a variable of that name.
    Variable variable = queries.variable();
    tokens.expect(Keyword.SET);
    var assignments = new ArrayList<Assignment>();
    do {
      assignments.add(assignment());
    } while (tokens.accept(Kind.COMMA));
    return new Statement.Update(at, entityName, variable, assignments, where());
  }

  private Assignment assignment() {
    var target = expressions.paths().path("an attribute");
    int at = tokens.expect(Kind.EQUAL).at();
    return new Assignment(at, target, expressions.expression());
  }

  private Statement.Delete delete() {
    int at = tokens.take().at();
    tokens.accept(Keyword.FROM);
    String entityName = queries.qualifiedName("an entity name");
    return new Statement.Delete(at, entityName, queries.variable(), where());
  }

  private @Nullable Expression where() {
    return tokens.accept(Keyword.WHERE) ? expressions.expression() : null;
  }
}
