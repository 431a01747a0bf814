package io.tiercel.json.advisor;

import io.tiercel.json.SqlName;
import io.tiercel.json.advisor.sql.SqlText;
import io.tiercel.json.advisor.sql.Token;
import io.tiercel.json.advisor.workload.DocumentColumns;
import io.tiercel.json.advisor.workload.PathUse;
import io.tiercel.json.advisor.workload.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A statement of the workload with values for its parameters, once for each trial. Immutable.
///
/// @param values by the number of the parameter; at least one map, which may be empty
record BoundStatement(Workload.Entry entry, List<Map<Integer, String>> values) {
  BoundStatement {
    values = List.copyOf(values);
  }

  /// The texts to run, one for each set of values.
  ///
  /// @param from the table of which the statement speaks
  /// @param to the one that it is to be run on
  /// @param rewrites columns that stand for expressions
  List<String> sql(
      DocumentColumns columns, SqlName from, SqlName to, Map<String, SqlName> rewrites) {
    return values.stream().map(bound -> sql(bound, columns, from, to, rewrites)).toList();
  }

  private String sql(
      Map<Integer, String> bound,
      DocumentColumns columns,
      SqlName from,
      SqlName to,
      Map<String, SqlName> rewrites) {
    SqlText text = entry.uses().text();
    Map<Integer, String> replaced = new HashMap<>();
    for (int i = 0; i < text.tokens().size(); i++) {
      Token token = text.tokens().get(i);
      if (token.kind() == Token.Kind.PARAMETER) {
        String value = bound.get(Integer.parseInt(token.value()));
        if (value != null) {
          replaced.put(i, Literal.of(value));
        }
      }
    }
    for (SqlText.TableReference reference : text.tables()) {
      if (!from.equals(to) && from.equals(columns.table(reference.names()))) {
        String alias =
            reference.alias() != null ? "" : " as " + SqlName.of(reference.names().getLast());
        put(replaced, reference.span().from(), reference.span().to(), to + alias);
      }
    }
    for (PathUse use : entry.uses().uses()) {
      SqlName column = rewrites.get(use.expression());
      if (column != null && use.column().table().equals(from)) {
        put(replaced, use.span().from(), use.span().to(), qualifier(text, use) + column);
      }
    }
    return text.replaced(text.all(), replaced::get);
  }

  private static void put(Map<Integer, String> replaced, int from, int to, String by) {
    for (int i = from; i < to; i++) {
      replaced.put(i, i == from ? by : "");
    }
  }

  /// What stands before the document's column in an expression, with its dot.
  private static String qualifier(SqlText text, PathUse use) {
    @Nullable Token before = null;
    for (int i = use.span().from(); i + 2 < use.span().to(); i++) {
      Token column = text.tokens().get(i + 2);
      if (text.tokens().get(i + 1).value().equals(".")
          && column.value().equals(use.column().column())) {
        before = text.tokens().get(i);
      }
    }
    return before == null ? "" : SqlName.of(before.value()) + ".";
  }
}
