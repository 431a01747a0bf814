package io.tiercel.jpa.query;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Tables joined from left to right: a from clause, or the right side of a join that has joins of
/// its own. Confined to one translation.
final class TableGroup {

  private @Nullable String head;
  private final List<Part> parts = new ArrayList<>();

  /// A joined table.
  ///
  /// @param condition null for a cross join
  record Part(String join, String table, @Nullable String condition) {
    /// Whether an expression has columns of the table.
    boolean isNamedIn(String expression) {
      String alias = table.substring(table.lastIndexOf(' ') + 1);
      return expression.contains(alias + ".");
    }

    String sql() {
      return condition == null ? join + " " + table : join + " " + table + " on " + condition;
    }
  }

  boolean isEmpty() {
    return head == null;
  }

  /// The first table, or one more beside those there are.
  void root(String table) {
    if (head == null) {
      head = table;
    } else {
      parts.add(new Part("cross join", table, null));
    }
  }

  void join(boolean outer, String table, String condition) {
    parts.add(new Part(outer ? "left join" : "join", table, condition));
  }

  /// The joined tables without the first.
  List<Part> parts() {
    return parts;
  }

  String sql() {
    return parts.isEmpty()
        ? String.valueOf(head)
        : head + " " + parts.stream().map(Part::sql).collect(Collectors.joining(" "));
  }

  /// The group as the right side of a join.
  String sqlAsOperand() {
    return parts.isEmpty() ? sql() : "(" + sql() + ")";
  }
}
