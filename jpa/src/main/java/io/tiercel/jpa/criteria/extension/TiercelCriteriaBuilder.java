package io.tiercel.jpa.criteria.extension;

import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.AbstractQuery;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.From;
import jakarta.persistence.criteria.Join;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.ParameterExpression;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import java.time.Instant;

/// A CriteriaBuilder with bulk inserts, named queries, hierarchies, queries for what was, window
/// functions, rows of values and limits.
///
/// `manager.unwrap(CriteriaExtensions.class).getCriteriaBuilder()` and
/// `factory.unwrap(TiercelCriteriaBuilder.class)` give it; every CriteriaBuilder of this provider
/// is one, so that a cast does as well where nothing wraps it.
///
/// Safe for any number of threads. What it makes is confined to one, and its methods throw
/// IllegalArgumentException for objects of other CriteriaBuilders.
public interface TiercelCriteriaBuilder extends CriteriaBuilder {

  /// An insert of rows of values, or of what a query selects, which may say what becomes of rows
  /// that are there already. [CriteriaExtensions#createQuery] makes a query of it.
  ///
  /// @throws IllegalArgumentException when the class is no entity
  <T> CriteriaInsert<T> createCriteriaInsert(Class<T> entity);

  // ---- with ----

  /// A query that others range over: `with name as (query)` in SQL. Its items need aliases, by
  /// which [From#get(String)] knows them; an item that is an entity is a reference to it, from
  /// which paths go on. The statement names it once, however often it is ranged over.
  ///
  /// @param name for the reader of the SQL; it need not be the only one of its kind
  CommonTable commonTable(String name, CriteriaSelect<?> query);

  /// A recursive query: `with recursive name as (first union [all] …)`.
  ///
  /// @param first the rows that it begins with
  RecursiveTable recursiveTable(String name, CriteriaSelect<?> first);

  /// Lets a query or subquery range over a common table.
  From<Tuple, Tuple> from(AbstractQuery<?> query, CommonTable table);

  /// Joins a common table; [Join#on] has to say how.
  ///
  /// @param type inner or left
  <X> Join<X, Tuple> join(From<?, X> from, CommonTable table, JoinType type);

  // ---- hierarchies ----

  /// Lets a query or subquery range over the entities of a hierarchy: `start with … connect by …`.
  /// It may range over nothing else, but join.
  <X> Hierarchy<X> hierarchy(AbstractQuery<?> query, Class<X> entity);

  // ---- as of ----

  /// Lets a root range over the rows that an entity had at that moment, which it needs to be
  /// annotated for: [io.tiercel.jpa.history.SystemVersioned].
  ///
  /// @return the root
  <X> Root<X> asOf(Root<X> root, Instant moment);

  /// As above.
  ///
  /// @param moment a parameter or the present, the same for all rows
  <X> Root<X> asOf(Root<X> root, Expression<?> moment);

  // ---- conditions ----

  /// `like` that does not tell upper from lower case.
  Predicate ilike(Expression<String> x, String pattern);

  /// As above.
  Predicate ilike(Expression<String> x, Expression<String> pattern);

  /// As above, with a character that takes the meaning from the wildcard behind it.
  Predicate ilike(Expression<String> x, String pattern, char escape);

  /// A row of values, to be compared with others.
  ///
  /// @param items two at least
  RowValue row(Expression<?>... items);

  // ---- limits ----

  /// Ends a query or subquery after so many rows: `limit` in SQL. `setMaxResults` then cuts a page
  /// out of these.
  ///
  /// @return the query
  /// @throws IllegalArgumentException when the number is below zero
  <Q extends AbstractQuery<?>> Q limit(Q query, int rows);

  /// As above.
  <Q extends AbstractQuery<?>> Q limit(Q query, ParameterExpression<? extends Number> rows);

  /// Leaves out the first rows of a query or subquery: `offset` in SQL.
  ///
  /// @return the query
  /// @throws IllegalArgumentException when the number is below zero
  <Q extends AbstractQuery<?>> Q offset(Q query, int rows);

  /// As above.
  <Q extends AbstractQuery<?>> Q offset(Q query, ParameterExpression<? extends Number> rows);

  // ---- filters and windows ----

  /// An aggregate of the rows that a condition is true for: `count(x) filter (where …)`.
  ///
  /// @throws IllegalArgumentException when it is no aggregate, or has a filter or window already
  <T> Expression<T> filter(Expression<T> aggregate, Expression<Boolean> condition);

  /// The window of all rows, to be narrowed.
  Window window();

  /// An aggregate, filtered or not, over a window. It stands in the select and order by clauses.
  ///
  /// @throws IllegalArgumentException when it is no aggregate, or has a window already
  <T> Expression<T> over(Expression<T> aggregate, Window window);

  /// `row_number()`: the number of the row in its window, from 1.
  WindowFunction<Long> rowNumber();

  /// `rank()`: the rank of the row, where equal ones have one and leave a gap behind it.
  WindowFunction<Long> rank();

  /// `dense_rank()`: the rank of the row, without gaps.
  WindowFunction<Long> denseRank();

  /// `percent_rank()`: the rank from 0 to 1.
  WindowFunction<Double> percentRank();

  /// `cume_dist()`: which part of the rows comes before or with this one, up to 1.
  WindowFunction<Double> cumeDist();

  /// `ntile(n)`: the number, from 1, of the bucket of so many in which the row is.
  WindowFunction<Integer> ntile(int buckets);

  /// `lag(x, n)`: the value so many rows before, null where there is none.
  <T> WindowFunction<T> lag(Expression<T> x, int rows);

  /// `lag(x, n, otherwise)`.
  <T> WindowFunction<T> lag(Expression<T> x, int rows, T otherwise);

  /// `lead(x, n)`: the value so many rows behind, null where there is none.
  <T> WindowFunction<T> lead(Expression<T> x, int rows);

  /// `lead(x, n, otherwise)`.
  <T> WindowFunction<T> lead(Expression<T> x, int rows, T otherwise);

  /// `first_value(x)` of the window.
  <T> WindowFunction<T> firstValue(Expression<T> x);

  /// `last_value(x)` of the window, which ends at the row and its equals unless it is told more.
  <T> WindowFunction<T> lastValue(Expression<T> x);

  /// `nth_value(x, n)` of the window, from 1; null where it has fewer rows.
  <T> WindowFunction<T> nthValue(Expression<T> x, int row);
}
