/// The Contextual Query Language 1.2: what a query says, its parser with positions, its printer.
/// What a query finds is the matter of others. Begin with [io.tiercel.json.cql.CqlQuery].
package io.tiercel.json.cql;
