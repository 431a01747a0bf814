package io.tiercel.jpa.criteria.extension;

import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.AbstractQuery;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.From;
import jakarta.persistence.criteria.Join;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.Root;
import java.time.Instant;

/// A CriteriaBuilder with bulk inserts, named queries, hierarchies and queries for what was.
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
}
