/// Queries and calls of procedures as an application holds them in its hands: `Query`,
/// `TypedQuery` and `StoredProcedureQuery`. [QueryMaker] makes them; a [QuerySource] is where the
/// SQL comes from.
package io.tiercel.jpa.request;
