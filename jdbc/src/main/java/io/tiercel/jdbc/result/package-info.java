/// Results: rows kept as they came, in blocks, and the [java.sql.ResultSet] that reads, scrolls and
/// updates them. Start at [io.tiercel.jdbc.result.RowFeed] and
/// [io.tiercel.jdbc.result.JdbcResultSet].
package io.tiercel.jdbc.result;
