/// JPQL resolved against the mapping and translated to SQL.
///
/// Start at [QueryPlan]. A [Translation] holds what one statement shares, a [Scope] what one select
/// query declares. The translators turn parts of the tree of [io.tiercel.jpa.query.syntax] into
/// [Sql]: text with the type of its value. Executing a plan and making objects of its rows are left
/// to others.
package io.tiercel.jpa.query;
