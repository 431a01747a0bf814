package io.tiercel.jdbc.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.row.DataRow;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.SQLData;
import java.sql.SQLException;
import java.sql.SQLInput;
import java.sql.SQLOutput;
import java.sql.Struct;
import java.sql.Timestamp;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Composite types as Struct and SQLData, in binary and in text.
@NullUnmarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CompositesTest {
  private static final String LINE =
      "row(1, 'a \"b\"\\, (c)', null, row(12.50, '{x,\"y z\"}', true))::order_line";

  private TestDatabase database;
  private WireContext context;

  @BeforeAll
  void connect() {
    database = TestServer.v18().newDatabase();
    database.execute(
        "create type price as (amount numeric(10,2), tags text[], net bool)",
        "create type order_line as (n int2, label text, due date, price price)");
    context = new WireContext(database);
  }

  @AfterAll
  void disconnect() {
    context.close();
    database.close();
  }

  /// `order_line` of the database.
  public static final class Line implements SQLData {
    short n;
    String label;
    Date due;
    boolean dueWasNull;
    Price price;

    /// Made by the driver.
    public Line() {}

    @Override
    public String getSQLTypeName() {
      return "order_line";
    }

    @Override
    public void readSQL(SQLInput input, String typeName) throws SQLException {
      n = input.readShort();
      label = input.readString();
      due = input.readDate();
      dueWasNull = input.wasNull();
      price = (Price) input.readObject();
    }

    @Override
    public void writeSQL(SQLOutput output) throws SQLException {
      output.writeShort(n);
      output.writeString(label);
      output.writeDate(due);
      output.writeObject(price);
    }
  }

  /// `price` of the database.
  public static final class Price implements SQLData {
    BigDecimal amount;
    String[] tags;
    boolean net;

    /// Made by the driver.
    public Price() {}

    @Override
    public String getSQLTypeName() {
      return "price";
    }

    @Override
    public void readSQL(SQLInput input, String typeName) throws SQLException {
      amount = input.readBigDecimal();
      tags = (String[]) input.readArray().getArray();
      net = input.readBoolean();
    }

    @Override
    public void writeSQL(SQLOutput output) throws SQLException {
      output.writeBigDecimal(amount);
      output.writeArray(null);
      output.writeBoolean(net);
    }
  }

  private List<DataRow> both(String expression) {
    return List.of(context.row("select " + expression), context.textRow(expression));
  }

  @Test
  void a_composite_value_is_a_struct() throws SQLException {
    for (DataRow row : both(LINE)) {
      var struct = (Struct) new ColumnReader(context).getObject(row, 0);
      assertEquals("order_line", struct.getSQLTypeName());
      Object[] attributes = struct.getAttributes();
      assertEquals(1, attributes[0]);
      assertEquals("a \"b\"\\, (c)", attributes[1]);
      assertNull(attributes[2]);
      Object[] price = ((Struct) attributes[3]).getAttributes();
      assertEquals(new BigDecimal("12.50"), price[0]);
      assertArrayEquals(
          new String[] {"x", "y z"}, (String[]) ((java.sql.Array) price[1]).getArray());
      assertEquals(true, price[2]);
    }
  }

  @Test
  void its_text_is_the_servers() throws SQLException {
    for (String expression :
        List.of(
            LINE,
            "row(null, null, null, null)::order_line",
            "row('', ' ', 'NULL', e'\\n', null)",
            "row(1.5::float8, '2024-01-01 10:00+00'::timestamptz, '\\x00'::bytea, 1e20::float4)")) {
      String expected = context.row("select format('%s', " + expression + ")").getString(0);
      for (DataRow row : both(expression)) {
        assertEquals(expected, new ColumnReader(context).getString(row, 0));
        assertEquals(expected, new ColumnReader(context).getObject(row, 0).toString());
      }
    }
  }

  @Test
  void the_type_map_names_the_class_of_a_type() throws SQLException {
    Map<String, Class<?>> map = Map.of("order_line", Line.class, "price", Price.class);
    for (DataRow row : both(LINE)) {
      var line = (Line) new ColumnReader(context).getObject(row, 0, map);
      assertEquals(1, line.n);
      assertNull(line.due);
      assertEquals(true, line.dueWasNull);
      assertEquals(new BigDecimal("12.50"), line.price.amount);
      assertArrayEquals(new String[] {"x", "y z"}, line.price.tags);
    }
  }

  @Test
  void an_array_of_composites_is_mapped_too() throws SQLException {
    Map<String, Class<?>> map = Map.of("price", Price.class);
    for (DataRow row : both("array[row(1, '{}', true), null]::price[]")) {
      Object[] prices = (Object[]) new ColumnReader(context).getArray(row, 0).getArray(map);
      assertNull(prices[1]);
      assertEquals(true, ((Price) prices[0]).net);
    }
  }

  @Test
  void an_sql_data_writes_itself() throws SQLException {
    var line = new Line();
    line.n = 7;
    line.label = "x\"y";
    line.price = new Price();
    line.price.amount = new BigDecimal("1.5");
    assertEquals("(7,\"x\"\"y\",,\"(1.50,,f)\")", bound(Parameters.ofObject(line, context)));
  }

  @Test
  void a_struct_is_created_of_java_values() throws SQLException {
    var struct =
        new CreatedStruct(
            "order_line",
            7,
            "x",
            Timestamp.valueOf("2024-02-29 00:00:00"),
            new CreatedStruct("price", 2, new String[] {"a b", null}, false));
    assertEquals(
        "(7,x,2024-02-29,\"(2.00,\"\"{\"\"\"\"a b\"\"\"\",NULL}\"\",f)\")",
        bound(Parameters.ofObject(struct, context)));
  }

  @Test
  void a_struct_that_was_read_can_be_bound() throws SQLException {
    for (DataRow row : both(LINE)) {
      Object struct = new ColumnReader(context).getObject(row, 0);
      assertEquals(struct.toString(), bound(Parameters.ofObject(struct, context)));
    }
  }

  private String bound(Parameter parameter) {
    var statement = context.wire.prepare("select format('%s', $1)", parameter.declaredOid());
    var found = new String[1];
    context.wire.query(statement, row -> found[0] = row.getString(0), parameter.value());
    return found[0];
  }
}
