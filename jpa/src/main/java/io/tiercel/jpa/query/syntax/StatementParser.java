package io.tiercel.jpa.query.syntax;

import org.jspecify.annotations.Nullable;

/// Parses whole statements (specification 4.2) and the clauses of bulk statements (4.10).
final class StatementParser {

  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private final QueryParser queries;
  private final InsertParser inserts;

  StatementParser(TokenStream tokens) {
    this.tokens = tokens;
    this.expressions = new ExpressionParser(tokens);
    this.queries = expressions.queries();
    this.inserts = new InsertParser(tokens, expressions);
  }

  Statement statement() {
    if (tokens.at(Keyword.UPDATE)) {
      return update();
    }
    if (tokens.at(Keyword.DELETE)) {
      return delete();
    }
    if (tokens.at(Keyword.INSERT)) {
      return inserts.insert();
    }
    if (!queries.atQuery()) {
      throw tokens.expected("SELECT, FROM, UPDATE, DELETE or INSERT", null);
    }
    return new Statement.Select(queries.query());
  }

  private Statement.Update update() {
    int at = tokens.take().at();
    String entityName = queries.qualifiedName("an entity name");
    // SET after the entity name is the clause: nothing else tells it from a variable of that name.
    Variable variable = queries.variable();
    tokens.expect(Keyword.SET);
    var assignments = inserts.assignments();
    return new Statement.Update(at, entityName, variable, assignments, where());
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
