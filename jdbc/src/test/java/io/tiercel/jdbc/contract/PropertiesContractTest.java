package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Connection properties that change what statements and transactions do.
@NullUnmarked
class PropertiesContractTest {
  private static final String READ_ONLY_TRANSACTION = "25006";

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }

  private static String ids(Connection connection) throws SQLException {
    return ask(connection, "select string_agg(id::text, ',' order by id) from t");
  }

  private static Connection withTable(DriverUnderTest driver, String... properties)
      throws SQLException {
    Connection connection = driver.connect(properties);
    execute(connection, "create temp table t (id int primary key)");
    connection.setAutoCommit(false);
    return connection;
  }

  private static void insert(Connection connection, int id) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("insert into t values (?)")) {
      insert.setInt(1, id);
      insert.executeUpdate();
    }
  }

  private static void assertFails(String sqlState, Connection connection, String sql) {
    var failure = assertThrows(SQLException.class, () -> execute(connection, sql), sql);
    assertEquals(sqlState, failure.getSQLState(), sql);
  }

  @EveryDriver
  void autosave_takes_back_the_failed_statement_alone(DriverUnderTest driver) throws SQLException {
    for (String cleansUp : new String[] {"false", "true"}) {
      try (Connection connection =
          withTable(driver, "autosave", "always", "cleanupSavepoints", cleansUp)) {
        insert(connection, 1);
        assertThrows(SQLException.class, () -> insert(connection, 1));
        insert(connection, 2);
        assertFails("42P01", connection, "select * from nothing");
        assertFails("22012", connection, "insert into t values (3), (1 / 0)");
        assertFails("42601", connection, "this is no SQL");
        assertEquals("1,2", ids(connection));
        try (PreparedStatement batch = connection.prepareStatement("insert into t values (?)")) {
          for (int id : new int[] {4, 5, 6, 2, 7}) {
            batch.setInt(1, id);
            batch.addBatch();
          }
          assertThrows(BatchUpdateException.class, batch::executeBatch);
        }
        insert(connection, 8);
        String ids = ids(connection);
        assertTrue(ids.startsWith("1,2") && ids.endsWith("8"), ids);
        connection.commit();
        assertEquals(ids, ids(connection));
        connection.rollback();
      }
    }
  }

  @EveryDriver
  void autosave_lets_a_transaction_say_of_what_kind_it_is(DriverUnderTest driver)
      throws SQLException {
    try (Connection connection = withTable(driver, "autosave", "always")) {
      connection.commit();
      execute(connection, "set transaction isolation level serializable");
      insert(connection, 1);
      assertThrows(SQLException.class, () -> insert(connection, 1));
      insert(connection, 2);
      assertEquals("1,2", ids(connection));
      connection.commit();
      execute(connection, "/* first */ SET LOCAL transaction read only");
      assertFails("25006", connection, "create table other (id int)");
      assertEquals("1,2", ids(connection));
      connection.commit();
    }
  }

  @EveryDriver
  void a_value_that_a_property_does_not_take_is_an_sql_exception(DriverUnderTest driver) {
    assertThrows(SQLException.class, () -> driver.connect("targetServerType", "any old one"));
    if (driver.isTiercel()) {
      // pgjdbc goes on without.
      assertThrows(SQLException.class, () -> driver.connect("loginTimeout", "soon"));
      assertThrows(SQLException.class, () -> driver.connect("service", "nowhere"));
    }
  }

  @EveryDriver
  void autosave_leaves_the_applications_savepoints_alone(DriverUnderTest driver)
      throws SQLException {
    try (Connection connection = withTable(driver, "autosave", "always")) {
      insert(connection, 1);
      var savepoint = connection.setSavepoint();
      insert(connection, 2);
      execute(connection, "savepoint by_text");
      insert(connection, 3);
      assertThrows(SQLException.class, () -> insert(connection, 3));
      execute(connection, "rollback to savepoint by_text");
      assertEquals("1,2", ids(connection));
      insert(connection, 4);
      connection.rollback(savepoint);
      assertEquals("1", ids(connection));
      insert(connection, 5);
      connection.releaseSavepoint(savepoint);
      assertThrows(SQLException.class, () -> insert(connection, 5));
      assertEquals("1,5", ids(connection));
      connection.rollback();
      insert(connection, 6);
      connection.commit();
      insert(connection, 7);
      assertEquals("6,7", ids(connection));
    }
  }

  @EveryDriver
  void rows_fetched_in_pieces_survive_a_failure_that_autosave_takes_back(DriverUnderTest driver)
      throws SQLException {
    try (Connection connection = withTable(driver, "autosave", "always");
        Statement statement = connection.createStatement()) {
      statement.setFetchSize(10);
      try (ResultSet rows = statement.executeQuery("select generate_series(1, 100)")) {
        int count = 0;
        while (rows.next()) {
          count++;
          if (count == 15) {
            assertFails("42P01", connection, "select * from nothing");
            insert(connection, 15);
          }
        }
        assertEquals(100, count);
      }
      assertEquals("15", ids(connection));
    }
  }

  @EveryDriver
  void a_failure_behind_the_first_rows_is_taken_back_too(DriverUnderTest driver)
      throws SQLException {
    try (Connection connection = withTable(driver, "autosave", "always")) {
      insert(connection, 1);
      var failure =
          assertThrows(
              SQLException.class,
              () ->
                  ask(
                      connection,
                      "select max(x) from (select 1 / (9 - i) as x"
                          + " from generate_series(1, 10) i) y"));
      assertEquals("22012", failure.getSQLState());
      failure =
          assertThrows(
              SQLException.class,
              () -> {
                try (PreparedStatement select =
                        connection.prepareStatement(
                            "select 1 / (90000 - i), repeat('x', 50) from generate_series(1, ?) i");
                    var all = count(select, 100_000)) {
                  while (all.next()) {
                    all.getInt(1);
                  }
                }
              });
      assertEquals("22012", failure.getSQLState());
      insert(connection, 2);
      assertEquals("1,2", ids(connection));
    }
  }

  private static ResultSet count(PreparedStatement select, int count) throws SQLException {
    select.setInt(1, count);
    return select.executeQuery();
  }

  @EveryDriver
  void without_autosave_a_failure_ends_the_transaction(DriverUnderTest driver) throws SQLException {
    for (String autosave : new String[] {"never", "conservative"}) {
      try (Connection connection = withTable(driver, "autosave", autosave)) {
        insert(connection, 1);
        assertFails("42P01", connection, "select * from nothing");
        assertFails("25P02", connection, "select 1");
        connection.rollback();
      }
    }
  }

  @EveryDriver
  void a_query_timeout_holds_for_all_statements(DriverUnderTest driver) throws SQLException {
    try (Connection connection = driver.connect("queryTimeout", "1");
        Statement statement = connection.createStatement()) {
      assertEquals(1, statement.getQueryTimeout());
      var failure =
          assertThrows(SQLException.class, () -> statement.execute("select pg_sleep(30)"));
      assertEquals("57014", failure.getSQLState());
      try (PreparedStatement prepared = connection.prepareStatement("select 1")) {
        assertEquals(1, prepared.getQueryTimeout());
        prepared.setQueryTimeout(0);
        assertEquals(0, prepared.getQueryTimeout());
      }
    }
  }

  @EveryDriver
  void a_read_only_connection_tells_the_server_as_readOnlyMode_says(DriverUnderTest driver)
      throws SQLException {
    String write = "create table written_%s (id int)";
    try (Connection connection = driver.connect("readOnlyMode", "always")) {
      connection.setReadOnly(true);
      assertFails(READ_ONLY_TRANSACTION, connection, write.formatted("a"));
      connection.setAutoCommit(false);
      assertFails(READ_ONLY_TRANSACTION, connection, write.formatted("a"));
      connection.rollback();
      connection.setReadOnly(false);
      execute(connection, write.formatted("a"));
      connection.rollback();
      connection.setReadOnly(true);
      connection.setAutoCommit(true);
      assertFails(READ_ONLY_TRANSACTION, connection, write.formatted("a"));
      connection.setReadOnly(false);
      execute(connection, write.formatted("a"));
      execute(connection, "drop table written_a");
    }
    try (Connection connection = driver.connect("readOnlyMode", "transaction")) {
      connection.setReadOnly(true);
      execute(connection, write.formatted("a"));
      execute(connection, "drop table written_a");
      connection.setAutoCommit(false);
      assertFails(READ_ONLY_TRANSACTION, connection, write.formatted("a"));
    }
    try (Connection connection = driver.connect("readOnlyMode", "ignore", "readOnly", "true")) {
      assertTrue(connection.isReadOnly());
      connection.setAutoCommit(false);
      execute(connection, write.formatted("a"));
      connection.rollback();
      connection.setReadOnly(false);
      assertFalse(connection.isReadOnly());
    }
  }

  @EveryDriver
  void names_of_generated_keys_are_quoted_unless_said_otherwise(DriverUnderTest driver)
      throws SQLException {
    String insert = "insert into keyed (v) values ('x')";
    for (String quotes : new String[] {"true", "false"}) {
      try (Connection connection = driver.connect("quoteReturningIdentifiers", quotes)) {
        execute(connection, "create temp table keyed (id serial, v text)");
        try (Statement statement = connection.createStatement()) {
          if (quotes.equals("true")) {
            assertThrows(
                SQLException.class, () -> statement.executeUpdate(insert, new String[] {"ID"}));
          } else {
            statement.executeUpdate(insert, new String[] {"ID"});
            try (ResultSet keys = statement.getGeneratedKeys()) {
              assertTrue(keys.next());
              assertEquals(1, keys.getInt("id"));
            }
          }
        }
      }
    }
  }

  @EveryDriver
  void an_unlimited_type_has_the_length_that_unknownLength_says(DriverUnderTest driver)
      throws SQLException {
    try (Connection connection = driver.connect("unknownLength", "4321");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("select 'a'::text, 'b'::varchar(7)")) {
      assertEquals(4321, result.getMetaData().getPrecision(1));
      assertEquals(4321, result.getMetaData().getColumnDisplaySize(1));
      assertEquals(7, result.getMetaData().getPrecision(2));
    }
  }

  @EveryDriver
  void a_wrong_value_is_refused(DriverUnderTest driver) {
    for (String[] wrong : new String[][] {{"queryTimeout", "soon"}, {"autosave", "perhaps"}}) {
      assertThrows(
          Exception.class,
          () -> driver.connect(wrong[0], wrong[1]).close(),
          String.join("=", wrong));
    }
    if (driver.isTiercel()) {
      // pgjdbc takes it for transaction.
      assertThrows(SQLException.class, () -> driver.connect("readOnlyMode", "sometimes").close());
    }
  }

  @EveryDriver
  void a_message_without_detail_shows_no_values(DriverUnderTest driver) throws SQLException {
    try (Connection connection = withTable(driver, "logServerErrorDetail", "false")) {
      insert(connection, 1);
      var failure = assertThrows(SQLException.class, () -> insert(connection, 1));
      assertEquals("23505", failure.getSQLState());
      assertShort(failure);
      connection.rollback();
      var raised =
          assertThrows(
              SQLException.class,
              () ->
                  execute(
                      connection,
                      "do $$ begin raise 'primary' using detail = 'secret', hint = 'none'; end"
                          + " $$"));
      assertShort(raised);
      assertTrue(raised.getMessage().contains("primary"), raised.getMessage());
      connection.rollback();
      try (PreparedStatement batch = connection.prepareStatement("insert into t values (?)")) {
        for (int id : new int[] {4, 5, 5, 6, 7}) {
          batch.setInt(1, id);
          batch.addBatch();
        }
        assertShort(assertThrows(BatchUpdateException.class, batch::executeBatch));
      }
    }
  }

  /// As a log would print it.
  private static void assertShort(Throwable failure) {
    var printed = new StringWriter();
    failure.printStackTrace(new PrintWriter(printed));
    String text = printed.toString();
    for (String secret : new String[] {"(id)=", "secret", "none", "insert into t"}) {
      assertFalse(text.contains(secret), text);
    }
  }

  @EveryDriver
  void metadata_hide_what_the_user_may_do_nothing_with(DriverUnderTest driver) throws SQLException {
    String role = "hidden_from_" + driver.kind().name().toLowerCase(Locale.ROOT);
    try (Connection owner = driver.connect()) {
      execute(owner, "create role " + role + " login password 'x'");
      execute(owner, "create schema closed create table closed.seen (id int)");
      execute(owner, "create schema open create table open.kept (id int)");
      execute(owner, "create table open.shown (id int)");
      execute(owner, "create function open.f() returns int language sql return 1");
      execute(owner, "create function open.g() returns int language sql return 1");
      execute(owner, "create type open.mood as (a int)");
      execute(owner, "grant usage on schema open to " + role);
      execute(owner, "grant insert on open.shown to " + role);
      execute(owner, "revoke execute on function open.f() from public");
      execute(owner, "revoke usage on type open.mood from public");
      for (boolean hides : new boolean[] {false, true}) {
        var all = !hides;
        var info = new Properties();
        info.setProperty("user", role);
        info.setProperty("password", "x");
        info.setProperty("hideUnprivilegedObjects", String.valueOf(hides));
        // The user of a URL comes before one beside it.
        String url = driver.url().substring(0, driver.url().indexOf('?'));
        try (Connection connection = driver.driver().connect(url, info)) {
          DatabaseMetaData found = connection.getMetaData();
          assertEquals(
              all ? "kept,seen,shown" : "shown",
              names(found.getTables(null, "%o%", "%", new String[] {"TABLE"}), "TABLE_NAME"));
          assertEquals(
              all ? "closed,information_schema,open" : "information_schema,open",
              names(found.getSchemas(null, "%o%e%"), 1));
          assertEquals(all ? "f,g" : "g", names(found.getFunctions(null, "open", "%"), 3));
          assertEquals(all ? "mood" : "", names(found.getUDTs(null, "open", "mood", null), 3));
        }
      }
    } finally {
      try (Connection owner = driver.connect()) {
        execute(owner, "drop schema if exists closed, open cascade");
        execute(owner, "drop owned by " + role);
        execute(owner, "drop role " + role);
      }
    }
  }

  private static String names(ResultSet result, Object column) throws SQLException {
    var names = new TreeSet<String>();
    try (result) {
      while (result.next()) {
        names.add(
            column instanceof Integer number
                ? result.getString(number)
                : result.getString((String) column));
      }
    }
    return String.join(",", names);
  }

  @EveryDriver
  void a_login_may_take_fractions_of_a_second(DriverUnderTest driver) throws SQLException {
    try (Connection connection = driver.connect("loginTimeout", "7.5")) {
      assertEquals("1", ask(connection, "select 1"));
    }
  }

  @Test
  void a_connection_that_is_dropped_is_reported_and_closed() throws Exception {
    var reported = new LinkedBlockingQueue<LogRecord>();
    var handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            reported.add(entry);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger("io.tiercel.jdbc.connection");
    logger.addHandler(handler);
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection observer = database.connect()) {
      openAndForget(database, "close");
      openAndForget(database, "drop");
      LogRecord report = null;
      for (int i = 0; report == null && i < 600; i++) {
        System.gc();
        report = reported.poll(100, TimeUnit.MILLISECONDS);
      }
      assertTrue(report != null && report.getThrown() != null, "where it was opened");
      assertTrue(
          List.of(report.getThrown().getStackTrace()).stream()
              .anyMatch(frame -> frame.getMethodName().equals("openAndForget")));
      String sessions = "select count(*) from pg_stat_activity where application_name = 'drop'";
      for (int i = 0; !ask(observer, sessions).equals("0"); i++) {
        assertTrue(i < 100_000, "its session is still there");
      }
      assertTrue(reported.isEmpty());
    } finally {
      logger.removeHandler(handler);
    }
  }

  private static void openAndForget(TestDatabase database, String name) throws SQLException {
    var info = new Properties();
    info.setProperty("logUnclosedConnections", "true");
    info.setProperty("ApplicationName", name);
    Connection connection = new TiercelDriver().connect(database.jdbcUrl(), info);
    ask(connection, "select 1");
    if (name.equals("close")) {
      connection.close();
    }
  }
}
