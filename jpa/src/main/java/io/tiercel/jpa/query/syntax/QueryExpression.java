package io.tiercel.jpa.query.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a select statement or a subquery computes: one select query, or several under set
/// operators.
public sealed interface QueryExpression extends Node {

  /// The sort order of the whole result; empty when the query does not say.
  List<OrderItem> orderBy();

  /// `select … from … where … group by … having … order by …`.
  ///
  /// @param items empty when the query has no select clause
  record SelectQuery(
      int at,
      boolean distinct,
      List<SelectItem> items,
      List<Declaration> from,
      @Nullable Expression where,
      List<Expression> groupBy,
      @Nullable Expression having,
      List<OrderItem> orderBy)
      implements QueryExpression {
    /// Copies the lists.
    public SelectQuery {
      items = List.copyOf(items);
      from = List.copyOf(from);
      groupBy = List.copyOf(groupBy);
      orderBy = List.copyOf(orderBy);
    }
  }

  /// `left union|intersect|except [all] right [order by …]`. An `order by` after the last operand
  /// sorts the whole, as in SQL; one inside parentheses belongs to its operand.
  record SetOperation(
      int at,
      SetOperator operator,
      boolean all,
      QueryExpression left,
      QueryExpression right,
      List<OrderItem> orderBy)
      implements QueryExpression {
    /// Copies the list.
    public SetOperation {
      orderBy = List.copyOf(orderBy);
    }
  }

  /// `query limit n offset m`, which the specification has not: a part of a result.
  ///
  /// @param limit a number or a parameter, null for all rows
  /// @param offset a number or a parameter, null for none
  record Limited(int at, QueryExpression query, @Nullable Constant limit, @Nullable Constant offset)
      implements QueryExpression {
    @Override
    public List<OrderItem> orderBy() {
      return query.orderBy();
    }
  }

  /// `with [recursive] name as (…), … query`, which the specification has not.
  record With(int at, boolean recursive, List<CommonTable> tables, QueryExpression query)
      implements QueryExpression {
    /// Copies the tables.
    public With {
      tables = List.copyOf(tables);
    }

    @Override
    public List<OrderItem> orderBy() {
      return query.orderBy();
    }
  }

  /// `name as [[not] materialized] (query)`.
  ///
  /// @param materialized whether it was asked to be computed once; null for as PostgreSQL likes
  /// @param skipsCycles whether rows that repeat the first item on their way are left out, so that
  ///     the recursion ends whatever the data
  record CommonTable(
      int at,
      String name,
      @Nullable Boolean materialized,
      QueryExpression query,
      boolean skipsCycles) {}

  /// The set operators of specification 4.2.1.
  enum SetOperator {
    UNION,
    INTERSECT,
    EXCEPT
  }
}
