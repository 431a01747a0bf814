/// The connection. Start at [io.tiercel.jdbc.connection.JdbcConnection].
package io.tiercel.jdbc.connection;
