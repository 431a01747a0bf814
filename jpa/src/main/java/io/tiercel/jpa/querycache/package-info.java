/// Results of queries and keys by unique columns in the shared cache: which queries have them
/// ([PlannedResults]), what a stored result depends on, and one run of a query that is answered
/// from memory or stored. Whether a result is right is the business of [io.tiercel.cache.query].
package io.tiercel.jpa.querycache;
