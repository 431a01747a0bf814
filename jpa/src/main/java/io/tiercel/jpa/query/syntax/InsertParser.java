package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.query.syntax.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/// Parses insert statements, which the specification has not, with what PostgreSQL has for rows
/// that are there already (manual, "INSERT", ON CONFLICT clause).
final class InsertParser {

  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private final QueryParser queries;

  InsertParser(TokenStream tokens, ExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
    this.queries = expressions.queries();
  }

  /// `insert into …`; the word `insert` is next.
  Statement.Insert insert() {
    int at = tokens.take().at();
    tokens.expect(Keyword.INTO);
    String entityName = queries.qualifiedName("an entity name");
    var variable = tokens.at(Keyword.VALUES) ? null : queries.variable();
    var targets = attributes();
    Statement.Inserted rows;
    if (tokens.accept(Keyword.VALUES)) {
      rows = new Statement.Inserted.Rows(rows());
    } else if (queries.atQuery()) {
      rows = new Statement.Inserted.Selected(queries.query());
    } else {
      throw tokens.expected("VALUES or a query", null);
    }
    var conflict = tokens.atConflict() ? conflict() : null;
    return new Statement.Insert(at, entityName, variable, targets, rows, conflict);
  }

  /// `(a, b.c)`.
  private List<Reference.Path> attributes() {
    tokens.expect(Kind.LEFT_PARENTHESIS);
    var attributes = new ArrayList<Reference.Path>();
    do {
      attributes.add(expressions.paths().path("an attribute"));
    } while (tokens.accept(Kind.COMMA));
    tokens.expect(Kind.RIGHT_PARENTHESIS);
    return attributes;
  }

  private List<Operation.Row> rows() {
    var rows = new ArrayList<Operation.Row>();
    do {
      int at = tokens.expect(Kind.LEFT_PARENTHESIS).at();
      rows.add(new Operation.Row(at, expressions.list()));
      tokens.expect(Kind.RIGHT_PARENTHESIS);
    } while (tokens.accept(Kind.COMMA));
    return rows;
  }

  private Statement.Conflict conflict() {
    int at = tokens.take().at();
    tokens.take();
    List<Reference.Path> attributes = tokens.at(Kind.LEFT_PARENTHESIS) ? attributes() : List.of();
    tokens.expect(Keyword.DO);
    if (tokens.accept(Keyword.NOTHING)) {
      return new Statement.Conflict(at, attributes, List.of(), null);
    }
    if (!tokens.at(Keyword.UPDATE)) {
      throw tokens.expected("NOTHING or UPDATE", null);
    }
    if (attributes.isEmpty()) {
      throw tokens.error(
          tokens.peek().at(),
          "DO UPDATE needs the attributes whose values conflict",
          "write on conflict (id) do update set …");
    }
    tokens.take();
    tokens.expect(Keyword.SET);
    var assignments = assignments();
    var where = tokens.accept(Keyword.WHERE) ? expressions.expression() : null;
    return new Statement.Conflict(at, attributes, assignments, where);
  }

  /// `a = 1, b = 2`.
  List<Assignment> assignments() {
    var assignments = new ArrayList<Assignment>();
    do {
      assignments.add(assignment());
    } while (tokens.accept(Kind.COMMA));
    return assignments;
  }

  private Assignment assignment() {
    var target = expressions.paths().path("an attribute");
    int at = tokens.expect(Kind.EQUAL).at();
    return new Assignment(at, target, expressions.expression());
  }
}
