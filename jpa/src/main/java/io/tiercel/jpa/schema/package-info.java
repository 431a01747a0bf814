/// The mapping written as SQL: the statements that create, drop and empty the tables of a unit.
/// Start at [SchemaGenerator]. Executing them is left to [io.tiercel.jpa.schema.action].
package io.tiercel.jpa.schema;
