package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.NullUnmarked;

/// Cursors that functions return.
@NullUnmarked
class CursorOutputContractTest {
  private static final String[] SETUP = {
    "create or replace function open_numbers(out c refcursor, n int) language plpgsql as "
        + "'begin open c for select i from generate_series(1, n) i; end'"
  };

  @EveryDriver
  void the_rows_are_there_after_the_commit(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(SETUP);
        var call = connection.prepareCall("{? = call open_numbers(?)}")) {
      connection.setAutoCommit(false);
      call.registerOutParameter(1, Types.REF_CURSOR);
      call.setInt(2, 30_000);
      call.execute();
      connection.commit();
      try (var rows = (ResultSet) call.getObject(1)) {
        int count = 0;
        while (rows.next()) {
          assertEquals(++count, rows.getInt(1));
        }
        assertEquals(30_000, count);
      }
    }
  }

  @EveryDriver
  void they_scroll_as_the_statement_does(DriverUnderTest driver) throws SQLException {
    try (var connection = driver.connectAfter(SETUP);
        var call =
            connection.prepareCall(
                "{? = call open_numbers(?)}",
                ResultSet.TYPE_SCROLL_INSENSITIVE,
                ResultSet.CONCUR_READ_ONLY)) {
      connection.setAutoCommit(false);
      call.registerOutParameter(1, Types.REF_CURSOR);
      call.setInt(2, 5);
      for (int run = 0; run < 2; run++) {
        call.execute();
        ResultSet rows = call.getObject(1, ResultSet.class);
        assertEquals(ResultSet.TYPE_SCROLL_INSENSITIVE, rows.getType());
        assertTrue(rows.last());
        assertEquals(5, rows.getRow());
        assertTrue(rows.absolute(2));
        assertEquals(2, rows.getInt(1));
      }
    }
  }

  @EveryDriver
  void a_function_may_be_called_for_its_effect(DriverUnderTest driver) throws SQLException {
    try (var connection =
            driver.connectAfter(
                "create temp table seen (a int)",
                "create or replace function pg_temp.see(n int) returns int language sql as "
                    + "'insert into seen values (n) returning a'");
        var call = connection.prepareCall("{call pg_temp.see(?)}")) {
      call.setInt(1, 7);
      assertEquals(0, call.executeUpdate());
      try (var result = connection.createStatement().executeQuery("select a from seen")) {
        assertTrue(result.next());
        assertEquals(7, result.getInt(1));
      }
    }
  }
}
