/// Distributed transactions, by PostgreSQL's PREPARE TRANSACTION.
package io.tiercel.jdbc.xa;
