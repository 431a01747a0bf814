package io.tiercel.jdbc.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SqlExceptionsTest {

  @Test
  void the_class_follows_the_sqlstate() {
    Map<String, Class<? extends SQLException>> expected =
        Map.ofEntries(
            Map.entry("08006", SQLNonTransientConnectionException.class),
            Map.entry("0A000", SQLFeatureNotSupportedException.class),
            Map.entry("22012", SQLDataException.class),
            Map.entry("23505", SQLIntegrityConstraintViolationException.class),
            Map.entry("28P01", SQLInvalidAuthorizationSpecException.class),
            Map.entry("40001", SQLTransactionRollbackException.class),
            Map.entry("42P01", SQLSyntaxErrorException.class),
            Map.entry("53300", SQLTransientConnectionException.class),
            Map.entry("55P03", SQLTransientException.class),
            Map.entry("57P01", SQLNonTransientConnectionException.class),
            Map.entry("P0001", SQLException.class));
    expected.forEach(
        (state, type) -> {
          SQLException made = SqlExceptions.of(state, "message", null);
          assertSame(type, made.getClass(), state);
          assertEquals(state, made.getSQLState());
        });
  }

  @Test
  void what_the_server_said_stays_within_reach() {
    var error = new ServerError(Map.of('C', "23505", 'M', "duplicate key", 'n', "item_pkey"));

    SQLException made = SqlExceptions.of(new ServerException(error, "insert"));

    assertEquals("23505", made.getSQLState());
    assertTrue(made.getMessage().startsWith("duplicate key"), made.getMessage());
    assertNull(made.getCause());
    assertSame(error, SqlExceptions.serverError(new SQLException("outer", made)).orElseThrow());
    assertTrue(SqlExceptions.serverError(new SQLException("no server")).isEmpty());
  }
}
