package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLData;
import java.sql.SQLException;
import java.sql.SQLInput;
import java.sql.SQLOutput;
import java.sql.Struct;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/// The members of an array as rows, with a type map; pgjdbc has none.
@NullUnmarked
class ArrayRowsTest {
  /// A composite value.
  public static final class Price implements SQLData {
    private int amount;
    private String currency;

    /// For the driver.
    public Price() {}

    @Override
    public String getSQLTypeName() {
      return "price";
    }

    @Override
    public void readSQL(SQLInput stream, String typeName) throws SQLException {
      amount = stream.readInt();
      currency = stream.readString();
    }

    @Override
    public void writeSQL(SQLOutput stream) throws SQLException {
      stream.writeInt(amount);
      stream.writeString(currency);
    }
  }

  private static void assertPrice(ResultSet rows, int index, int amount) throws SQLException {
    assertTrue(rows.next());
    assertEquals(index, rows.getInt(1));
    Price price = assertInstanceOf(Price.class, rows.getObject(2));
    assertEquals(amount, price.amount);
    assertEquals("EUR", price.currency);
  }

  @EveryPostgres
  void the_rows_of_an_array_hold_what_the_type_map_says(TestServer server) throws SQLException {
    try (var database = server.newDatabase()) {
      database.execute("create type price as (amount int, currency text)");
      Map<String, Class<?>> map = Map.of("price", Price.class);
      try (var connection = new TiercelDriver().connect(database.jdbcUrl(), null);
          var statement =
              connection.prepareStatement(
                  "select array[row(1, 'EUR')::price, row(2, 'EUR')::price]");
          ResultSet result = statement.executeQuery()) {
        assertTrue(result.next());
        Array prices = result.getArray(1);
        try (ResultSet rows = prices.getResultSet(map)) {
          assertPrice(rows, 1, 1);
          assertPrice(rows, 2, 2);
          assertFalse(rows.next());
        }
        try (ResultSet rows = prices.getResultSet(2, 1, map)) {
          assertPrice(rows, 2, 2);
          assertFalse(rows.next());
        }
        try (ResultSet rows = prices.getResultSet()) {
          assertTrue(rows.next());
          assertInstanceOf(Struct.class, rows.getObject(2), "the connection's map is empty");
        }
        connection.setTypeMap(map);
        try (ResultSet rows = prices.getResultSet()) {
          assertPrice(rows, 1, 1);
        }
        try (ResultSet rows = prices.getResultSet(Map.of())) {
          assertTrue(rows.next());
          assertInstanceOf(Struct.class, rows.getObject(2), "the map given is empty");
        }
      }
    }
  }
}
