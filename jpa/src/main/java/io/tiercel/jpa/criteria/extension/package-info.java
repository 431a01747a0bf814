/// What the Criteria API of this provider has beside that of the specification: the counterparts of
/// what its query language has (docs/queries.md). Begin with
/// [io.tiercel.jpa.criteria.extension.TiercelCriteriaBuilder].
package io.tiercel.jpa.criteria.extension;
