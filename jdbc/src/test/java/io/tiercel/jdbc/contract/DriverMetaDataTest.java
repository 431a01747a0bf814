package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.jdbc.metadata.CatalogMetaData;
import io.tiercel.jdbc.metadata.QueriedFacts;
import io.tiercel.jdbc.metadata.SampleSchema;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;

/// Metadata as an application gets it from the driver.
@NullUnmarked
class DriverMetaDataTest {
  private static final String ALL_TYPES = "select * from shop.customer";

  private static Connection connect(TestDatabase database) throws SQLException {
    return new TiercelDriver().connect(database.jdbcUrl(), new Properties());
  }

  /// What every method of one column says, by the method's name.
  private static Map<String, String> tell(Object metaData, Class<?> type, int column)
      throws Exception {
    var told = new TreeMap<String, String>();
    for (Method method : type.getMethods()) {
      if (method.getParameterCount() == 1 && method.getParameterTypes()[0] == int.class) {
        told.put(method.getName(), String.valueOf(method.invoke(metaData, column)));
      }
    }
    return told;
  }

  @EveryPostgres
  void columns_of_results_are_told_as_pgjdbc_tells_them(TestServer server) throws Exception {
    try (var database = server.newDatabase()) {
      database.execute(SampleSchema.ddl());
      try (Connection ours = connect(database);
          Connection theirs = database.connect()) {
        for (String sql :
            List.of(
                ALL_TYPES,
                "select s, b + 1 as plus, count(*) as n, 'x', null as nothing from shop.counter"
                    + " group by s, b",
                "select v.name, t.* from shop.v, \"Od%d_s\".\"T%_\" t")) {
          compare(sql, ours, theirs);
        }
      }
    }
  }

  private static void compare(String sql, Connection ours, Connection theirs) throws Exception {
    try (var one = ours.createStatement();
        var other = theirs.createStatement();
        ResultSet rows = one.executeQuery(sql);
        ResultSet expectedRows = other.executeQuery(sql)) {
      ResultSetMetaData metaData = rows.getMetaData();
      ResultSetMetaData expected = expectedRows.getMetaData();
      assertEquals(expected.getColumnCount(), metaData.getColumnCount());
      for (int i = 1; i <= expected.getColumnCount(); i++) {
        var told = tell(metaData, ResultSetMetaData.class, i);
        var toldByThem = tell(expected, ResultSetMetaData.class, i);
        for (String different : Set.of("getSchemaName", "getColumnClassName")) {
          told.remove(different);
          toldByThem.remove(different);
        }
        if (expected.getColumnLabel(i).equals("neg")) {
          // A scale may be negative; the width of the text follows from it.
          toldByThem.put("getScale", "-2");
          toldByThem.put("getColumnDisplaySize", told.get("getColumnDisplaySize"));
        }
        assertEquals(toldByThem, told, expected.getColumnLabel(i));
      }
    }
  }

  @EveryPostgres
  void a_column_knows_its_schema(TestServer server) throws Exception {
    try (var database = server.newDatabase()) {
      database.execute(SampleSchema.ddl());
      try (Connection connection = connect(database);
          var statement = connection.prepareStatement("select id, 1 from shop.customer")) {
        ResultSetMetaData metaData = statement.getMetaData();
        assertEquals("shop", metaData.getSchemaName(1));
        assertEquals("customer", metaData.getTableName(1));
        assertEquals("", metaData.getSchemaName(2));
        assertEquals(ResultSetMetaData.columnNoNulls, metaData.isNullable(1));
        assertThrows(SQLException.class, () -> metaData.getColumnLabel(3));
        assertThrows(SQLException.class, () -> metaData.getTableName(0));
      }
    }
  }

  @EveryPostgres
  void parameters_are_told_as_pgjdbc_tells_them(TestServer server) throws Exception {
    String sql =
        "select 1 where ? = 1 and ?::text > 'a' and ? < now(); values (?::numeric, ?::int[])";
    try (var database = server.newDatabase();
        Connection ours = connect(database);
        Connection theirs = database.connect();
        var one = ours.prepareStatement(sql);
        var other = theirs.prepareStatement(sql)) {
      ParameterMetaData metaData = one.getParameterMetaData();
      ParameterMetaData expected = other.getParameterMetaData();
      assertEquals(5, metaData.getParameterCount());
      for (int i = 1; i <= 5; i++) {
        assertEquals(
            tell(expected, ParameterMetaData.class, i), tell(metaData, ParameterMetaData.class, i));
      }
      assertThrows(SQLException.class, () -> metaData.getParameterType(6));
      try (var change = ours.prepareStatement("create table t (a int)")) {
        assertNull(change.getMetaData());
      }
    }
  }

  @EveryPostgres
  void the_catalog_is_read_through_the_driver_as_through_pgjdbc(TestServer server)
      throws Exception {
    try (var database = server.newDatabase()) {
      database.execute(SampleSchema.ddl());
      try (Connection ours = connect(database);
          Connection theirs = database.connect()) {
        DatabaseMetaData metaData = ours.getMetaData();
        var facts = sameFacts(theirs, metaData);
        var expected = new CatalogMetaData(theirs, facts);
        var methods = new ArrayList<>(List.of(DatabaseMetaData.class.getMethods()));
        methods.removeIf(method -> method.getReturnType() != ResultSet.class);
        methods.sort(Comparator.comparing(Method::getName));
        for (Method method : methods) {
          assertEquals(
              rows(method, expected), rows(method, metaData), () -> "rows of " + method.getName());
        }
        assertEquals(expected.getSQLKeywords(), metaData.getSQLKeywords());
        assertEquals(server.majorVersion(), metaData.getDatabaseMajorVersion());
      }
    }
  }

  private static QueriedFacts sameFacts(Connection connection, DatabaseMetaData of)
      throws SQLException {
    return new QueriedFacts(
        connection,
        of.getURL(),
        of.getUserName(),
        of.getDriverVersion(),
        of.getDatabaseProductVersion());
  }

  private static List<String> rows(Method method, DatabaseMetaData metaData) throws Exception {
    Class<?>[] types = method.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = types[i] == int.class ? (Object) 1 : types[i] == boolean.class ? false : null;
    }
    if (types.length >= 2 && types[1] == String.class) {
      arguments[1] = "shop";
    }
    var rows = new ArrayList<String>();
    try (var result = (ResultSet) method.invoke(metaData, arguments)) {
      while (result.next()) {
        var row = new StringBuilder();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.append(result.getMetaData().getColumnLabel(i)).append('=');
          row.append(result.getString(i)).append(' ');
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }
}
