package io.tiercel.json.cql;

import java.util.List;

/// Writes a query as CQL that reads the same: parentheses only where the order from left to right
/// is another, quotes only where needed.
final class CqlPrinter {
  private final StringBuilder text = new StringBuilder();

  private CqlPrinter() {}

  static String print(CqlQuery query) {
    var printer = new CqlPrinter();
    printer.prefixes(query.prefixes());
    // Bare prefixes of the root would be those of the sort keys too.
    printer.node(query.root(), query.root() instanceof CqlNode.Scope);
    if (!query.sortKeys().isEmpty()) {
      printer.text.append(" sortby");
      query.sortKeys().forEach(key -> printer.text.append(' ').append(key));
    }
    return printer.text.toString();
  }

  static String print(CqlNode node) {
    var printer = new CqlPrinter();
    printer.node(node, false);
    return printer.text.toString();
  }

  private void prefixes(List<PrefixAssignment> prefixes) {
    prefixes.forEach(prefix -> text.append(prefix).append(' '));
  }

  private void node(CqlNode node, boolean inParentheses) {
    if (inParentheses) {
      text.append('(');
    }
    switch (node) {
      case CqlNode.SearchClause clause -> text.append(clause);
      case CqlNode.BooleanClause clause -> {
        node(clause.left(), clause.left() instanceof CqlNode.Scope);
        text.append(' ').append(clause.operator().keyword());
        clause.modifiers().forEach(text::append);
        text.append(' ');
        node(clause.right(), !(clause.right() instanceof CqlNode.SearchClause));
      }
      case CqlNode.Scope scope -> {
        prefixes(scope.prefixes());
        node(scope.node(), scope.node() instanceof CqlNode.Scope);
      }
    }
    if (inParentheses) {
      text.append(')');
    }
  }
}
