/// JDBC's SQL turned into PostgreSQL's: placeholders, escapes, and where one command ends. Start
/// with [io.tiercel.jdbc.sql.ParsedSql]; nothing here knows a connection.
package io.tiercel.jdbc.sql;
