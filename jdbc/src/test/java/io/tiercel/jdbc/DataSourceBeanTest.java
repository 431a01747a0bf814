package io.tiercel.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.property.DriverProperties;
import io.tiercel.jdbc.property.DriverProperty;
import io.tiercel.jdbc.property.Treatment;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The data sources as beans, as pools see them: by reflection.
class DataSourceBeanTest {
  /// Properties whose names are none for a bean.
  private static final Map<String, String> OTHERWISE =
      Map.of("PGHOST", "ServerName", "PGPORT", "PortNumber", "PGDBNAME", "DatabaseName");

  /// What is no connection property.
  private static final Set<String> OTHERS = Set.of("setUrl", "setURL", "setLogWriter");

  static List<DriverProperty> properties() {
    return DriverProperties.all();
  }

  private static String suffix(DriverProperty property) {
    String name = property.name();
    return OTHERWISE.getOrDefault(
        name, name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1));
  }

  private static Map<String, Method> setters() {
    return Stream.of(TiercelDataSource.class.getMethods())
        .filter(method -> method.getName().startsWith("set") && method.getParameterCount() == 1)
        .filter(method -> !OTHERS.contains(method.getName()))
        .collect(Collectors.toMap(Method::getName, method -> method));
  }

  /// A value that is not the default, where there is any other.
  private static @Nullable Object sample(DriverProperty property, Class<?> type) {
    if (type == int.class) {
      return 7;
    } else if (type == boolean.class) {
      return property.treatment() != Treatment.REFUSED
          && !Boolean.parseBoolean(property.defaultValue());
    } else if (property.treatment() == Treatment.REFUSED || !property.values().isEmpty()) {
      return property.values().isEmpty() ? null : property.values().getLast();
    }
    return "text";
  }

  @ParameterizedTest
  @MethodSource("properties")
  void every_property_can_be_set_and_read_by_its_name(DriverProperty property)
      throws ReflectiveOperationException {
    var source = new TiercelDataSource();
    Method setter = setters().get("set" + suffix(property));
    assertNotNull(setter, "set" + suffix(property));
    Method getter = TiercelDataSource.class.getMethod("get" + suffix(property));
    Class<?> type = setter.getParameterTypes()[0];
    assertEquals(type, getter.getReturnType());

    Object before = getter.invoke(source);
    String usual = property.defaultValue();
    if (type == String.class) {
      assertEquals(usual, before);
    } else if (!property.name().equals("loginTimeout")) { // 0 stands for the default of the client
      String none = type == int.class ? "0" : "false";
      assertEquals(usual == null ? none : usual, String.valueOf(before));
    }
    assertNull(source.getProperty(property.name()), "nothing is set yet");

    Object value = sample(property, type);
    setter.invoke(source, value);
    assertEquals(value == null ? null : value.toString(), source.getProperty(property.name()));
    assertEquals(value, getter.invoke(source));
    if (type == String.class) {
      setter.invoke(source, new Object[] {null});
      assertNull(source.getProperty(property.name()), "taken back");
    }
  }

  @Test
  void every_setter_is_of_a_property_of_the_table() throws ReflectiveOperationException {
    for (Method setter : setters().values()) {
      var source = new TiercelDataSource();
      Class<?> type = setter.getParameterTypes()[0];
      Object value =
          type == int.class
              ? 3
              : type == boolean.class
                  ? (Object) false
                  : type == int[].class
                      ? new int[] {1, 2}
                      : type == String[].class ? new String[] {"a", "b"} : "";
      try {
        setter.invoke(source, value);
      } catch (InvocationTargetException refused) {
        assertTrue(refused.getCause() instanceof IllegalArgumentException, setter.getName());
        continue;
      }
      assertEquals(1, source.given().size(), setter.getName());
      assertNotNull(DriverProperties.find(source.given().firstKey()), setter.getName());
    }
  }

  /// Name and parameter, where an enum of pgjdbc's is the text that it stands for.
  private static Set<String> signatures(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getName().startsWith("set") && method.getParameterCount() == 1)
        .map(
            method -> {
              Class<?> parameter = method.getParameterTypes()[0];
              String shown = parameter.isEnum() ? "String" : parameter.getSimpleName();
              return method.getName() + "(" + shown + ")";
            })
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void whatever_can_be_set_on_pgjdbc_s_can_be_set_here() {
    var theirs = new TreeSet<String>();
    theirs.addAll(signatures(org.postgresql.ds.PGSimpleDataSource.class));
    theirs.addAll(signatures(org.postgresql.ds.PGConnectionPoolDataSource.class));
    theirs.addAll(signatures(org.postgresql.xa.PGXADataSource.class));
    for (Class<?> ours :
        List.of(
            TiercelDataSource.class,
            TiercelConnectionPoolDataSource.class,
            TiercelXADataSource.class)) {
      var missing = new HashSet<>(theirs);
      missing.removeAll(signatures(ours));
      assertEquals(
          Set.of(
              // "3.2" is a version too, so it is a text here.
              "setProtocolVersion(int)",
              // Its object factory's.
              "setFromReference(Reference)",
              // Its source for pools can give out connections that are not in autocommit.
              "setDefaultAutoCommit(boolean)"),
          missing);
    }
  }

  @Test
  void what_is_refused_is_refused_when_it_is_set() {
    var source = new TiercelDataSource();
    var refused =
        assertThrows(IllegalArgumentException.class, () -> source.setSocketFactory("a.Factory"));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("socketFactory"), message);
    assertTrue(message.contains("no class is loaded"), message);
    assertEquals(Map.of(), source.given());
  }

  @Test
  void times_with_fractions_are_told_in_whole_seconds() throws SQLException {
    var source = new TiercelDataSource();
    source.setProperty("connectTimeout", "0.2");
    assertEquals(1, source.getConnectTimeout());
    source.setProperty("connectTimeout", "soon");
    var failure = assertThrows(IllegalStateException.class, source::getConnectTimeout);
    assertTrue(String.valueOf(failure.getMessage()).contains("connectTimeout"));
  }

  @EveryPostgres
  void what_is_set_takes_effect(TestServer server) throws SQLException {
    try (var database = server.newDatabase()) {
      var source = new TiercelDataSource();
      source.setServerNames(new String[] {"127.0.0.1", database.host()});
      source.setPortNumbers(new int[] {1, database.port()});
      source.setDatabaseName(database.name());
      source.setUser(database.user());
      source.setPassword(database.password());
      source.setApplicationName("stock");
      source.setCurrentSchema("a,b");
      source.setDefaultRowFetchSize(17);
      source.setQueryTimeout(9);
      source.setReadOnly(true);
      try (var connection = source.getConnection();
          var statement = connection.createStatement()) {
        assertEquals(17, statement.getFetchSize());
        assertEquals(9, statement.getQueryTimeout());
        assertTrue(connection.isReadOnly());
        var settings = new TreeMap<String, String>();
        try (ResultSet rows =
            statement.executeQuery(
                "select name, setting from pg_settings"
                    + " where name in ('application_name', 'search_path')")) {
          while (rows.next()) {
            settings.put(rows.getString(1), rows.getString(2));
          }
        }
        assertEquals(Map.of("application_name", "stock", "search_path", "a,b"), settings);
      }
    }
  }
}
