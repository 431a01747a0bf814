package io.tiercel.json.advisor.sql;

import io.tiercel.json.advisor.sql.Expression.Span;
import io.tiercel.json.advisor.sql.SqlText.Item;
import io.tiercel.json.advisor.sql.SqlText.TableReference;
import io.tiercel.json.advisor.sql.Token.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Goes through a statement from clause to clause, and through the queries inside of it. Between
/// key words it reads expressions; it does not check that the statement is one. Confined to one
/// thread.
final class StatementReader {
  /// Words that end an expression: no column has such a name without quotes.
  static final Set<String> ENDS =
      Set.of(
          "select",
          "from",
          "where",
          "group",
          "having",
          "order",
          "limit",
          "offset",
          "fetch",
          "union",
          "intersect",
          "except",
          "on",
          "using",
          "join",
          "inner",
          "left",
          "right",
          "full",
          "cross",
          "natural",
          "as",
          "asc",
          "desc",
          "nulls",
          "for",
          "window",
          "returning",
          "set",
          "values",
          "with",
          "when",
          "then",
          "else",
          "end",
          "distinct",
          "into",
          "lateral",
          "by",
          "and",
          "or",
          "conflict",
          "passing",
          "filter",
          "over",
          "tablesample");

  private final String sql;
  private final List<Token> tokens;
  private final ExpressionReader expressions;
  private final Deque<Integer> pending = new ArrayDeque<>();
  private final List<TableReference> tables = new ArrayList<>();
  private final List<Item> items = new ArrayList<>();
  private final List<Span> unread = new ArrayList<>();
  private int at;
  private int openJoins;

  StatementReader(String sql, List<Token> tokens) {
    this.sql = sql;
    this.tokens = tokens;
    this.expressions = new ExpressionReader(tokens, pending::add);
  }

  SqlText read() {
    pending.add(0);
    while (!pending.isEmpty()) {
      at = pending.remove();
      query();
    }
    return new SqlText(sql, tokens, tables, items, unread);
  }

  private Token token() {
    return tokens.get(at);
  }

  private Token ahead(int count) {
    return tokens.get(Math.min(at + count, tokens.size() - 1));
  }

  /// One query, to its end or to the parenthesis that closes it.
  private void query() {
    Clause clause = Clause.OTHER;
    openJoins = 0;
    while (token().kind() != Kind.END && (openJoins > 0 || !token().isSign(")"))) {
      if (token().isSign(")")) {
        openJoins--;
        at++;
        continue;
      }
      Clause next = clause(clause);
      if (next != null) {
        clause = next;
      } else if (clause == Clause.FROM) {
        fromItem();
      } else if (clause == Clause.OTHER || isNoise()) {
        skipOther();
      } else {
        try {
          Expression expression = expressions.read(at);
          items.add(new Item(clause, expression, null));
          at = expression.span().to();
          skipAlias(clause);
        } catch (ExpressionReader.Unreadable e) {
          unread(at);
          at++;
        }
      }
    }
  }

  /// Notes a token without meaning, as one with those just before it.
  private void unread(int token) {
    boolean isNext = !unread.isEmpty() && unread.getLast().to() == token;
    int from = isNext ? unread.removeLast().from() : token;
    unread.add(new Span(from, token + 1));
  }

  /// The clause that begins here, gone into; null if none does.
  private @Nullable Clause clause(Clause current) {
    if (token().kind() != Kind.WORD) {
      return null;
    }
    String word = token().value();
    Clause clause =
        switch (word) {
          case "select", "returning" -> Clause.SELECT;
          case "from", "join", "update", "into" -> Clause.FROM;
          case "where", "having", "on" -> Clause.WHERE;
          case "group" -> Clause.GROUP_BY;
          case "order" -> Clause.ORDER_BY;
          case "limit", "offset", "fetch" -> Clause.LIMIT;
          case "set", "values" -> Clause.SET;
          case "using" ->
              current == Clause.FROM && !ahead(1).isSign("(") ? Clause.FROM : Clause.OTHER;
          case "for", "window", "union", "intersect", "except" -> Clause.OTHER;
          default -> null;
        };
    if (clause == null) {
      return null;
    }
    at++;
    if (word.equals("for")) {
      at = Math.min(at + 1, tokens.size() - 1); // update, share …
    }
    if (token().isWord("by") || (word.equals("select") && token().isWord("distinct"))) {
      at++;
    }
    if (word.equals("select") && token().isWord("on")) {
      at++;
    }
    return clause;
  }

  private boolean isNoise() {
    Token token = token();
    return token.isSign(",")
        || (token.kind() == Kind.OPERATOR && token.value().equals("*"))
        || (token.kind() == Kind.WORD
            && Set.of(
                    "asc",
                    "desc",
                    "nulls",
                    "first",
                    "last",
                    "all",
                    "distinct",
                    "rows",
                    "row",
                    "only",
                    "next",
                    "ties",
                    "default",
                    "cross",
                    "inner",
                    "left",
                    "right",
                    "full",
                    "natural",
                    "outer",
                    "lateral")
                .contains(token.value())
            && !ahead(1).isSign("("));
  }

  /// A token without meaning here; a query in parentheses has one of its own.
  private void skipOther() {
    if (token().isSign("(")) {
      if (Set.of("select", "with", "values", "insert", "update", "delete")
          .contains(ahead(1).value())) {
        pending.add(at + 1);
      }
      skipParentheses();
      return;
    }
    at++;
  }

  private void skipParentheses() {
    int open = 0;
    do {
      open += token().isSign("(") ? 1 : token().isSign(")") ? -1 : 0;
      at++;
    } while (open > 0 && token().kind() != Kind.END);
  }

  private void skipAlias(Clause clause) {
    if (clause != Clause.SELECT) {
      return;
    }
    if (token().isWord("as")) {
      at = Math.min(at + 2, tokens.size() - 1);
    } else if (token().isName() && !ENDS.contains(token().value())) {
      at++;
    }
  }

  private void fromItem() {
    if (token().isSign("(")) {
      if (Set.of("select", "with", "values").contains(ahead(1).value())) {
        pending.add(at + 1);
        skipParentheses();
        alias();
      } else {
        openJoins++; // their tables are as those outside
        at++;
      }
      return;
    }
    boolean isOnlyWord =
        token().kind() == Kind.WORD
            && (Set.of("outer", "only").contains(token().value())
                || ENDS.contains(token().value()));
    if (!token().isName() || isOnlyWord) {
      at++;
      return;
    }
    int from = at;
    List<String> names = new ArrayList<>();
    names.add(tokens.get(at++).value());
    while (token().isSign(".") && ahead(1).isName()) {
      names.add(ahead(1).value());
      at += 2;
    }
    if (token().isSign("(") && !isColumnList(from)) {
      function(from);
      return;
    }
    var span = new Span(from, at);
    if (token().isSign("(")) {
      skipParentheses();
    }
    tables.add(new TableReference(names, alias(), span));
  }

  /// `insert into t (a, b)`.
  private boolean isColumnList(int from) {
    return from > 0 && tokens.get(from - 1).isWord("into");
  }

  private void function(int from) {
    try {
      Expression call = expressions.read(from);
      at = call.span().to();
      String alias = alias();
      items.add(new Item(Clause.FROM, call, alias));
    } catch (ExpressionReader.Unreadable e) {
      at = from + 1;
      while (!token().isSign("(")) {
        at++;
      }
      skipParentheses();
      unread.add(new Span(from, at));
    }
  }

  /// The alias that stands here, without its columns.
  private @Nullable String alias() {
    if (token().isWord("with") && ahead(1).isWord("ordinality")) {
      at += 2;
    }
    boolean isSaid = token().isWord("as");
    at += isSaid ? 1 : 0;
    if (!token().isName()
        || (!isSaid && token().kind() == Kind.WORD && ENDS.contains(token().value()))) {
      return null;
    }
    String alias = tokens.get(at++).value();
    if (token().isSign("(")) {
      String only = ahead(2).isSign(")") && ahead(1).isName() ? ahead(1).value() : null;
      skipParentheses();
      return only != null ? only : alias;
    }
    return alias;
  }
}
