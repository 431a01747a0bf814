/// The Criteria API (specification 3.2, chapter 6). Its objects become the same tree as a query
/// text, [io.tiercel.jpa.query.syntax]: all that a query means is decided there and by its
/// translation. Begin with [io.tiercel.jpa.criteria.CriteriaStatement], where a query leaves this
/// package, and with `Lowering`. Values never stand in the tree: they become parameters, so that
/// queries of the same form are one statement.
package io.tiercel.jpa.criteria;
