package io.tiercel.jdbc.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;

/// Compares with pgjdbc, method by method, on the same connection; what differs on purpose is
/// named in a test of its own.
@NullUnmarked
class CatalogMetaDataTest {
  private static final Map<TestServer, TestDatabase> DATABASES = new HashMap<>();

  private record Sides(Connection connection, DatabaseMetaData ours, DatabaseMetaData theirs)
      implements AutoCloseable {
    static Sides of(TestServer server) throws SQLException {
      TestDatabase database = DATABASES.get(server);
      if (database == null) {
        database = server.newDatabase();
        database.execute(SampleSchema.ddl());
        database.execute("analyze");
        DATABASES.put(server, database);
      }
      Connection connection = database.connect();
      try (var statement = connection.createStatement()) {
        statement.execute("create temp table tmp (a int)");
      }
      DatabaseMetaData theirs = connection.getMetaData();
      var facts =
          new QueriedFacts(
              connection,
              "jdbc:tiercel://db",
              "reader",
              "1.2.3",
              theirs.getDatabaseProductVersion());
      return new Sides(connection, new CatalogMetaData(connection, facts), theirs);
    }

    /// Asserts the same columns, rows and order from both.
    void same(Call call) throws SQLException {
      same(call, row -> true, Set.of());
    }

    /// The same, but for some rows and columns.
    void same(Call call, Predicate<Map<String, String>> rows, Set<String> exceptColumns)
        throws SQLException {
      List<Map<String, String>> ours = rows(call.of(ours()), rows, exceptColumns);
      List<Map<String, String>> expected = rows(call.of(theirs()), rows, exceptColumns);
      for (int i = 0; i < Math.min(ours.size(), expected.size()); i++) {
        assertEquals(expected.get(i), ours.get(i), "row " + i);
      }
      assertEquals(expected.size(), ours.size());
    }

    List<Map<String, String>> ours(Call call) throws SQLException {
      return rows(call.of(ours()), row -> true, Set.of());
    }

    List<String> ours(Call call, String... columns) throws SQLException {
      return ours(call).stream()
          .map(row -> String.join(" ", List.of(columns).stream().map(row::get).toList()))
          .toList();
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  private interface Call {
    ResultSet of(DatabaseMetaData metaData) throws SQLException;
  }

  private static List<Map<String, String>> rows(
      ResultSet result, Predicate<Map<String, String>> filter, Set<String> except)
      throws SQLException {
    try (result) {
      var rows = new ArrayList<Map<String, String>>();
      while (result.next()) {
        var row = new TreeMap<String, String>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.put(result.getMetaData().getColumnLabel(i), String.valueOf(result.getString(i)));
        }
        if (filter.test(row)) {
          row.keySet().removeAll(except);
          rows.add(row);
        }
      }
      return rows;
    }
  }

  @AfterAll
  static void drop() {
    DATABASES.values().forEach(TestDatabase::close);
  }

  @EveryPostgres
  void tables_are_told_as_pgjdbc_tells_them(TestServer server) throws Exception {
    // NULL where there is nothing, not the empty string.
    Set<String> typeColumns =
        Set.of(
            "TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "SELF_REFERENCING_COL_NAME", "REF_GENERATION");
    try (Sides sides = Sides.of(server)) {
      // TOAST tables and partitioned indexes are told by their type.
      sides.same(
          m -> m.getTables(null, null, "%", null),
          row -> !row.get("TABLE_TYPE").matches("null|.* TOAST TABLE|PARTITIONED INDEX"),
          typeColumns);
      sides.same(m -> m.getTables(null, "", null, null), row -> true, typeColumns);
      String[] types = {"TABLE", "VIEW", "TEMPORARY TABLE", "NO SUCH TYPE"};
      sides.same(m -> m.getTables(null, null, "%", types), row -> true, typeColumns);
      sides.same(m -> m.getTables(null, "sh_p", "c%", null), row -> true, typeColumns);
      sides.same(m -> m.getTables(null, "Od\\%d\\_s", "T\\%\\_", null), row -> true, typeColumns);
      sides.same(m -> m.getTables("nowhere", null, "%", null), row -> true, typeColumns);
      sides.same(DatabaseMetaData::getTableTypes);
      sides.same(DatabaseMetaData::getSchemas);
      sides.same(m -> m.getSchemas(null, "s%"));
      sides.same(DatabaseMetaData::getCatalogs);
      assertEquals(
          List.of("typed shop address"),
          sides.ours(
              m -> m.getTables(null, "shop", "typed", null),
              "TABLE_NAME",
              "TYPE_SCHEM",
              "TYPE_NAME"));
      assertEquals(0, sides.ours(m -> m.getTables(null, null, "%", new String[0])).size());
    }
  }

  @EveryPostgres
  void columns_are_told_as_pgjdbc_tells_them(TestServer server) throws Exception {
    try (Sides sides = Sides.of(server)) {
      // A domain has the size of what it stands on, and a scale may be negative.
      Predicate<Map<String, String>> same =
          row -> !row.get("DATA_TYPE").equals("2001") && !row.get("COLUMN_NAME").equals("neg");
      sides.same(m -> m.getColumns(null, "shop", null, null), same, Set.of());
      sides.same(m -> m.getColumns(null, "pg_catalog", "%", "%"));
      sides.same(m -> m.getColumns(null, "information\\_schema", "%", "%"), same, Set.of());
      sides.same(m -> m.getColumns(null, null, "T%", "c\\%\\_"));
      sides.same(m -> m.getColumns(null, null, "tmp", null));
      sides.same(m -> m.getColumns("nowhere", null, null, null));
      assertEquals(
          List.of("dom 7 0 12", "limits 10 2 2", "neg 3 -2 null"),
          sides
              .ours(
                  m -> m.getColumns(null, "shop", "customer", null),
                  "COLUMN_NAME",
                  "COLUMN_SIZE",
                  "DECIMAL_DIGITS",
                  "SOURCE_DATA_TYPE")
              .stream()
              .filter(row -> row.matches("(dom|limits|neg) .*"))
              .sorted()
              .toList());
    }
  }

  @EveryPostgres
  void keys_are_told_as_pgjdbc_tells_them(TestServer server) throws Exception {
    List<String> tables =
        List.of("customer", "counter", "orders", "parted", "typed", "base", "no such table");
    try (Sides sides = Sides.of(server)) {
      for (String table : tables) {
        sides.same(m -> m.getPrimaryKeys(null, "shop", table));
        sides.same(m -> m.getImportedKeys(null, "shop", table));
        sides.same(m -> m.getExportedKeys(null, "shop", table));
        if (!table.startsWith("no ")) {
          sides.same(m -> m.getVersionColumns(null, "shop", table));
        }
      }
      sides.same(m -> m.getPrimaryKeys(null, null, null));
      sides.same(m -> m.getCrossReference(null, "shop", "counter", null, "shop", "orders"));
      sides.same(m -> m.getCrossReference(null, "", "counter", null, "", "orders"));
      for (String table : List.of("customer", "counter", "parted")) {
        sides.same(m -> m.getBestRowIdentifier(null, "shop", table, 1, false));
      }
    }
  }

  @EveryPostgres
  void a_key_to_a_partitioned_table_is_told_once(TestServer server) throws Exception {
    try (Sides sides = Sides.of(server)) {
      assertEquals(
          List.of("parted to_parted_k_fkey"),
          sides.ours(m -> m.getImportedKeys(null, "shop", "to_parted"), "PKTABLE_NAME", "FK_NAME"));
    }
  }

  @EveryPostgres
  void without_a_primary_key_a_unique_index_identifies_a_row(TestServer server) throws Exception {
    try (Sides sides = Sides.of(server)) {
      assertEquals(
          List.of("Col\"q"),
          sides.ours(m -> m.getBestRowIdentifier(null, "Od%d_s", "T%_", 1, false), "COLUMN_NAME"));
      assertEquals(
          0, sides.ours(m -> m.getBestRowIdentifier(null, "shop", "orders", 1, false)).size());
      assertEquals(
          List.of("a"),
          sides.ours(m -> m.getBestRowIdentifier(null, "shop", "orders", 1, true), "COLUMN_NAME"));
    }
  }

  @EveryPostgres
  void indexes_are_told_as_pgjdbc_tells_them(TestServer server) throws Exception {
    Set<String> no = Set.of("CARDINALITY");
    try (Sides sides = Sides.of(server)) {
      for (String table : List.of("customer", "counter", "parted", "parted_1")) {
        sides.same(m -> m.getIndexInfo(null, "shop", table, false, true), row -> true, no);
        sides.same(m -> m.getIndexInfo(null, "shop", table, true, true), row -> true, no);
      }
      // Columns that an index only includes are no key of it.
      sides.same(
          m -> m.getIndexInfo(null, "shop", "orders", false, true),
          row -> !row.get("ORDINAL_POSITION").equals("3"),
          no);
      assertEquals(
          List.of("lower((b)::text) A", "a D"),
          sides
              .ours(
                  m -> m.getIndexInfo(null, "shop", "orders", false, true),
                  "INDEX_NAME",
                  "COLUMN_NAME",
                  "ASC_OR_DESC")
              .stream()
              .filter(row -> row.startsWith("orders_expression"))
              .map(row -> row.substring(row.indexOf(' ') + 1))
              .toList());
      // A quote in a name stays single.
      assertTrue(
          sides
              .ours(m -> m.getIndexInfo(null, "Od%d_s", "T%_", false, true), "COLUMN_NAME")
              .contains("Col\"q"));
    }
  }

  @EveryPostgres
  void privileges_are_told_as_pgjdbc_tells_them(TestServer server) throws Exception {
    Predicate<Map<String, String>> known = row -> !row.get("PRIVILEGE").matches("MAINTAIN|UNKNOWN");
    try (Sides sides = Sides.of(server)) {
      sides.same(m -> m.getTablePrivileges(null, "shop", "c%"), known, Set.of());
      sides.same(m -> m.getTablePrivileges(null, null, "v"), known, Set.of());
      // A column can be selected, inserted, updated and referred to, nothing else.
      Set<String> ofColumns = Set.of("SELECT", "INSERT", "UPDATE", "REFERENCES");
      Call call = m -> m.getColumnPrivileges(null, "shop", "customer", "n_te");
      assertEquals(
          new HashSet<>(
              rows(call.of(sides.theirs()), r -> ofColumns.contains(r.get("PRIVILEGE")), Set.of())),
          new HashSet<>(
              rows(call.of(sides.ours()), r -> r.get("GRANTEE").equals("postgres"), Set.of())));
      // What is granted on the table holds for every column of it.
      assertTrue(
          sides
              .ours(call, "GRANTEE", "PRIVILEGE", "IS_GRANTABLE")
              .contains("metadata_reader SELECT NO"));
      // A grant on the column stands beside one on the table.
      assertEquals(
          List.of("INSERT NO", "SELECT NO", "SELECT YES", "UPDATE YES"),
          sides
              .ours(
                  m -> m.getColumnPrivileges(null, "shop", "customer", "name"),
                  "GRANTEE",
                  "PRIVILEGE",
                  "IS_GRANTABLE")
              .stream()
              .filter(row -> row.startsWith("metadata_reader "))
              .map(row -> row.substring(16))
              .sorted()
              .toList());
    }
  }

  @EveryPostgres
  void routines_are_told_as_pgjdbc_tells_them(TestServer server) throws Exception {
    Set<String> sizes = Set.of("PRECISION", "SCALE", "RADIX", "LENGTH");
    Set<String> reserved = Set.of("?column?", "RESERVED1", "RESERVED2", "RESERVED3");
    try (Sides sides = Sides.of(server)) {
      sides.same(m -> m.getFunctions(null, null, null));
      sides.same(m -> m.getFunctions(null, "shop", "a%"));
      sides.same(m -> m.getProcedures(null, "shop", null), row -> true, reserved);
      sides.same(
          m -> m.getFunctionColumns(null, "shop", null, null),
          row -> !row.get("FUNCTION_NAME").matches("proc|bare|tab"),
          sizes);
      assertEquals(
          List.of("i 1", "a 5", "b 5"),
          sides.ours(
              m -> m.getFunctionColumns(null, "shop", "tab", null), "COLUMN_NAME", "COLUMN_TYPE"));
      sides.same(
          m -> m.getProcedureColumns(null, "shop", null, null),
          row -> !row.get("PROCEDURE_NAME").matches("bare|tab"),
          sizes);
      sides.same(m -> m.getFunctionColumns(null, "pg_catalog", "s%", null), row -> true, sizes);
      assertEquals(
          List.of("a", "b"),
          sides.ours(m -> m.getProcedureColumns(null, "shop", "proc", null), "COLUMN_NAME"));
      assertEquals(0, sides.ours(m -> m.getProcedureColumns(null, "shop", "bare", null)).size());
    }
  }

  @EveryPostgres
  void types_are_told(TestServer server) throws Exception {
    try (Sides sides = Sides.of(server)) {
      assertEquals(
          List.of("price 2001 2", "address 2002 null"),
          sides.ours(
              m -> m.getUDTs(null, "shop", "%", null), "TYPE_NAME", "DATA_TYPE", "BASE_TYPE"));
      sides.same(m -> m.getUDTs(null, "", "%", null));
      sides.same(m -> m.getUDTs(null, null, "shop.%", new int[] {Types.DISTINCT}));
      sides.same(m -> m.getUDTs(null, null, "%", new int[] {Types.JAVA_OBJECT}));

      List<Map<String, String>> types = sides.ours(DatabaseMetaData::getTypeInfo);
      var codes = new TreeMap<String, String>();
      types.forEach(row -> codes.put(row.get("TYPE_NAME"), row.get("DATA_TYPE")));
      for (var row : rows(sides.theirs().getTypeInfo(), r -> true, Set.of())) {
        // By name without schema, as pgjdbc has it; pseudo-types cannot be stored.
        String code = codes.get(row.get("TYPE_NAME"));
        assertTrue(code == null || code.equals(row.get("DATA_TYPE")), row::toString);
      }
      assertTrue(codes.keySet().containsAll(Set.of("numeric", "bigserial", "_text", "mood")));
      assertFalse(codes.containsKey("anyelement"));
      assertFalse(codes.containsKey("customer"));
      var precisions = new HashMap<String, String>();
      types.forEach(row -> precisions.put(row.get("TYPE_NAME"), row.get("PRECISION")));
      assertEquals("10", precisions.get("int4"));
      assertEquals("1000", precisions.get("numeric"));
    }
  }

  @EveryPostgres
  void what_pgjdbc_does_not_tell_is_told_too(TestServer server) throws Exception {
    try (Sides sides = Sides.of(server)) {
      assertEquals(
          List.of(
              "street 12 varchar 40 1",
              "zip 4 int4 10 2",
              "places 2003 \"shop\".\"_color\" 2147483647 3"),
          sides.ours(
              m -> m.getAttributes(null, "shop", "address", "%"),
              "ATTR_NAME",
              "DATA_TYPE",
              "ATTR_TYPE_NAME",
              "ATTR_SIZE",
              "ORDINAL_POSITION"));
      assertEquals(
          List.of("derived base"),
          sides.ours(m -> m.getSuperTables(null, "shop", "%"), "TABLE_NAME", "SUPERTABLE_NAME"));
      assertEquals(
          List.of("cmax", "cmin", "ctid", "tableoid", "xmax", "xmin"),
          sides.ours(m -> m.getPseudoColumns(null, "shop", "base", "%"), "COLUMN_NAME"));
      assertEquals(0, sides.ours(m -> m.getSuperTypes(null, null, null)).size());
      assertEquals(
          List.of("ApplicationName 63"),
          sides.ours(DatabaseMetaData::getClientInfoProperties, "NAME", "MAX_LEN"));
    }
  }

  @EveryPostgres
  void plain_answers_equal_those_of_pgjdbc_but_for_these(TestServer server) throws Exception {
    var different = new TreeSet<String>();
    try (Sides sides = Sides.of(server)) {
      for (Method method : DatabaseMetaData.class.getMethods()) {
        if (method.getParameterCount() == 0
            && method.getReturnType() != ResultSet.class
            && !method.getName().matches("unwrap|isWrapperFor|getRowIdLifetime")) {
          Object expected = method.invoke(sides.theirs());
          if (!expected.equals(method.invoke(sides.ours()))) {
            different.add(method.getName());
          }
        }
      }
    }
    assertEquals(
        Set.of(
            "getDriverMajorVersion",
            "getDriverMinorVersion",
            "getDriverName",
            "getDriverVersion",
            "getJDBCMinorVersion",
            "getMaxConnections",
            "getNumericFunctions",
            "getStringFunctions",
            "getTimeDateFunctions",
            "getURL",
            "getUserName",
            "supportsConvert"),
        different);
  }

  @EveryPostgres
  void answers_about_kinds_of_results_equal_those_of_pgjdbc(TestServer server) throws Exception {
    try (Sides sides = Sides.of(server)) {
      for (Method method : DatabaseMetaData.class.getMethods()) {
        Class<?>[] types = method.getParameterTypes();
        if (types.length > 0
            && List.of(types).stream().allMatch(type -> type == int.class)
            && !method.getName().equals("supportsConvert")) {
          for (int first : kindsFor(method.getName())) {
            Object[] arguments =
                types.length == 1 ? new Object[] {first} : new Object[] {first, 1007};
            assertEquals(
                method.invoke(sides.theirs(), arguments),
                method.invoke(sides.ours(), arguments),
                method + " " + first);
          }
        }
      }
      assertTrue(sides.ours().supportsConvert(Types.VARCHAR, Types.INTEGER));
      assertFalse(sides.ours().supportsConvert(Types.DATE, Types.INTEGER));
      assertTrue(sides.ours().isWrapperFor(CatalogMetaData.class));
    }
  }

  private static List<Integer> kindsFor(String method) {
    return switch (method) {
      case "supportsTransactionIsolationLevel" -> List.of(0, 1, 2, 4, 8);
      case "supportsResultSetHoldability" -> List.of(1, 2);
      default -> List.of(1003, 1004, 1005);
    };
  }
}
