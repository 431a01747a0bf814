/// Statements: what is run, how its results come back, batches, generated keys. Start at
/// [io.tiercel.jdbc.statement.JdbcStatement].
package io.tiercel.jdbc.statement;
