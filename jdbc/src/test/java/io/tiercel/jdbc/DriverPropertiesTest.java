package io.tiercel.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.property.DriverProperties;
import io.tiercel.jdbc.property.DriverProperty;
import io.tiercel.jdbc.property.Treatment;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGProperty;

class DriverPropertiesTest {
  @ParameterizedTest
  @EnumSource(PGProperty.class)
  void every_property_of_pgjdbc_has_its_place(PGProperty property) throws SQLException {
    DriverProperty ours = DriverProperties.find(property.getName());
    assertNotNull(ours, property.getName());
    assertFalse(ours.note().isBlank());
    String usual = property.getDefaultValue();
    if (usual != null) {
      assertTrue(
          ours.treatment() != Treatment.REFUSED || ours.takes(usual),
          "pgjdbc's own default of " + property.getName() + " must not be refused");
    }
  }

  @Test
  void no_name_is_there_twice_and_none_beyond_pgjdbc_s_and_ours() {
    var names = new HashSet<String>();
    DriverProperties.all().forEach(property -> assertTrue(names.add(property.name())));
    for (PGProperty property : PGProperty.values()) {
      names.remove(property.getName());
    }
    assertEquals(6, names.size(), names.toString());
  }

  @Test
  void the_manual_has_the_same_table() throws IOException {
    var table = new StringBuilder("| property | | default | |\n|---|---|---|---|\n");
    for (DriverProperty property : DriverProperties.all()) {
      table.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(
                  property.name(),
                  property.treatment().name().toLowerCase(Locale.ROOT),
                  property.defaultValue() == null ? "" : property.defaultValue(),
                  property.note()));
    }
    String manual = Files.readString(Path.of("../docs/driver.md"));
    assertTrue(manual.contains(table), () -> "docs/driver.md must contain\n" + table);
  }

  private static Connection connect(TestServer server, String... properties) throws SQLException {
    var info = new Properties();
    info.setProperty("user", server.user());
    info.setProperty("password", server.password());
    for (int i = 0; i < properties.length; i += 2) {
      info.setProperty(properties[i], properties[i + 1]);
    }
    String url = "jdbc:postgresql://%s:%d/postgres".formatted(server.host(), server.port());
    return Objects.requireNonNull(new TiercelDriver().connect(url, info));
  }

  private static String ask(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    }
  }

  @Test
  void what_is_refused_is_refused_by_name_with_its_reason() {
    for (DriverProperty property : DriverProperties.all()) {
      if (property.treatment() == Treatment.REFUSED) {
        var failure =
            assertThrows(
                SQLFeatureNotSupportedException.class,
                () -> connect(TestServer.v18(), property.name(), "com.example.Odd").close());
        String message = String.valueOf(failure.getMessage());
        assertTrue(message.contains(property.name()) && message.contains(property.note()));
      }
    }
  }

  @Test
  void what_is_ignored_or_at_its_default_does_no_harm() throws SQLException {
    var given = new ArrayList<String>();
    for (DriverProperty property : DriverProperties.all()) {
      boolean harmless =
          property.treatment() == Treatment.IGNORED || property.treatment() == Treatment.REFUSED;
      if (harmless && property.defaultValue() != null) {
        given.addAll(List.of(property.name(), property.defaultValue()));
      }
    }
    try (var connection = connect(TestServer.v18(), given.toArray(String[]::new))) {
      assertEquals("1", ask(connection, "select 1"));
    }
  }

  @EveryPostgres
  void settings_of_the_session_take_effect(TestServer server) throws SQLException {
    try (var connection =
        connect(
            server,
            "ApplicationName",
            "stock",
            "currentSchema",
            "a,b",
            "options",
            "-c statement_timeout=4321",
            "readOnly",
            "true")) {
      assertEquals("stock", ask(connection, "show application_name"));
      assertEquals("a,b", ask(connection, "show search_path"));
      assertEquals("4321ms", ask(connection, "show statement_timeout"));
      assertTrue(connection.isReadOnly());
    }
  }

  @EveryPostgres
  void settings_of_statements_take_effect(TestServer server) throws SQLException {
    try (var connection =
            connect(server, "defaultRowFetchSize", "17", "stringtype", "unspecified");
        var statement = connection.prepareStatement("select ?::jsonb ->> 'a'")) {
      assertEquals(17, statement.getFetchSize());
      statement.setString(1, "{\"a\": 1}");
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        assertEquals("1", rows.getString(1));
      }
    }
    assertThrows(SQLException.class, () -> connect(server, "defaultRowFetchSize", "many").close());
  }

  @Test
  void a_wrong_host_is_passed_over_for_the_next() throws SQLException {
    TestServer server = TestServer.v18();
    try (var connection =
        Objects.requireNonNull(
            new TiercelDriver()
                .connect(
                    "jdbc:postgresql://127.0.0.1:1,127.0.0.1:%d/postgres?user=%s&password=%s&targetServerType=primary"
                        .formatted(server.port(), server.user(), server.password()),
                    null))) {
      assertEquals(Integer.toString(server.port()), ask(connection, "select inet_server_port()"));
    }
  }

  @Test
  void the_driver_tells_of_its_properties() {
    var info = new Properties();
    info.setProperty("user", "anna");
    DriverPropertyInfo[] told = new TiercelDriver().getPropertyInfo("jdbc:tiercel:///", info);
    assertEquals(DriverProperties.all().size(), told.length);
    assertEquals("anna", told[0].value);
  }
}
