/// The syntax of the Jakarta Persistence query language (specification 3.2, chapter 4): text in,
/// tree out.
///
/// Start at [JpqlParser]. The tree is a closed family of records below [Node]: [Statement],
/// [QueryExpression] and [Expression] with its five groups. It knows nothing of entities: whether
/// `a.b` is an attribute, an enum constant or a class is left to the semantics, and so is every
/// type. A query built by the Criteria API makes the same tree.
package io.tiercel.jpa.query.syntax;
