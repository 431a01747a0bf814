package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.query.syntax.QueryExpression;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperation;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Translates queries that a statement names, recursive ones too (PostgreSQL manual, section 7.8).
final class WithTranslator {
  private final Translation translation;
  private final @Nullable Scope around;

  WithTranslator(Translation translation, @Nullable Scope around) {
    this.translation = translation;
    this.around = around;
  }

  /// @param query translates what the tables are for
  SelectTranslator.Result translate(
      QueryExpression.With with, Supplier<SelectTranslator.Result> query) {
    translation.watch().refuse("it names queries by WITH");
    Deque<Runnable> declared = new ArrayDeque<>();
    try {
      List<String> tables = new ArrayList<>();
      for (var table : with.tables()) {
        tables.add(table(table, with.recursive(), declared));
      }
      var result = query.get();
      return result.withSql(
          "with %s%s %s"
              .formatted(
                  with.recursive() ? "recursive " : "", String.join(", ", tables), result.sql()));
    } finally {
      declared.forEach(Runnable::run);
    }
  }

  private String table(
      QueryExpression.CommonTable table, boolean recursive, Deque<Runnable> declared) {
    // Never the name of a table: the statement would read this one instead.
    Table named =
        new Table(null, translation.alias(table.name()) + "_" + table.name().replace(' ', '_'));
    boolean isUnion =
        table.query() instanceof SetOperation operation
            && operation.operator() == SetOperator.UNION;
    var result =
        recursive && isUnion
            ? union((SetOperation) table.query(), table, named)
            : derived(table.query(), Derivation.TABLE);
    requireNames(table, result.derived());
    boolean skips = table.skipsCycles();
    declared.push(
        translation.declare(new CommonTable(table.name(), named, result.derived(), skips)));
    String columns = columns(0, result.columns());
    String materialized =
        table.materialized() == null
            ? ""
            : table.materialized() ? "materialized " : "not materialized ";
    String cycle =
        skips
            ? " cycle %s set is_cycle using way"
                .formatted(columns(0, result.derived().getFirst().width()))
            : "";
    return "%s(%s) as %s(%s)%s".formatted(named.sql(), columns, materialized, result.sql(), cycle);
  }

  private static String columns(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(CommonTable::column)
        .collect(Collectors.joining(", "));
  }

  private SelectTranslator.Result derived(QueryExpression query, Derivation derivation) {
    return new SelectTranslator(translation, around, derivation).translate(query);
  }

  /// The first operand tells the items, which the second may range over.
  private SelectTranslator.Result union(
      SetOperation union, QueryExpression.CommonTable table, Table named) {
    var first = derived(union.left(), Derivation.WIDENED);
    requireNames(table, first.derived());
    var undeclare =
        translation.declare(new CommonTable(table.name(), named, first.derived(), false));
    SelectTranslator.Result rest;
    try {
      rest = derived(union.right(), Derivation.TABLE);
    } finally {
      undeclare.run();
    }
    requireSame(union, first.derived(), rest.derived());
    return first.withSql(
        "%s union %s%s"
            .formatted(
                operand(first.sql(), union.left()),
                union.all() ? "all " : "",
                operand(rest.sql(), union.right())));
  }

  private static String operand(String sql, QueryExpression query) {
    boolean plain = query instanceof QueryExpression.SelectQuery && query.orderBy().isEmpty();
    return plain ? sql : "(" + sql + ")";
  }

  private void requireNames(QueryExpression.CommonTable table, List<DerivedItem> items) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < items.size(); i++) {
      String alias = items.get(i).alias();
      if (alias == null || !names.add(Translation.lowerCase(alias))) {
        throw translation.error(
            table.at(),
            alias == null
                ? "item %d of %s has no name".formatted(i + 1, table.name())
                : "two items of %s have the name %s".formatted(table.name(), alias),
            "write select … as x in its first query");
      }
    }
  }

  private void requireSame(SetOperation union, List<DerivedItem> first, List<DerivedItem> rest) {
    boolean same =
        first.stream()
            .map(DerivedItem::shape)
            .toList()
            .equals(rest.stream().map(DerivedItem::shape).toList());
    if (!same) {
      throw translation.error(
          union.at(),
          "the queries of UNION select different items",
          "select as many items of the same kind in both");
    }
    for (int i = 0; i < first.size(); i++) {
      String type = first.get(i).type().sqlType();
      String other = rest.get(i).type().sqlType();
      if (type != null && other != null && !type.equals(other)) {
        throw translation.error(
            union.at(),
            "item %s is %s in the first query and %s in the recursive one"
                .formatted(first.get(i).alias(), type, other),
            "cast one of them: cast(… as long)");
      }
    }
  }
}
