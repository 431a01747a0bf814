package io.tiercel.lab.data;

import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/// The same as [JpaPriceChange] in JDBC, with the version checked by hand.
public final class JdbcPriceChange {
  private final Connection connection;
  private final String table;
  private final String select;

  /// @param table has columns `id`, `version` and `price`
  /// @param condition which rows get a new price
  public JdbcPriceChange(Connection connection, String table, String condition) {
    this.connection = connection;
    this.table = table;
    this.select =
        "select id, version, price from %s where %s order by id".formatted(table, condition);
  }

  private record Priced(int id, int version, BigDecimal price) {
    Priced at(BigDecimal newPrice) {
      return new Priced(id, version, newPrice);
    }
  }

  /// Runs the change; the prices are the old ones again afterwards.
  public TaskResult run() throws SQLException {
    List<Priced> original = read();
    String conflict = raiseWhileSomebodyElseDoes();
    List<Priced> untouched = read();
    int raised = Sql.inTransaction(connection, () -> write(raised(read())));
    BigDecimal after = sum(read());
    Sql.inTransaction(connection, () -> write(restored(read(), original)));
    return new TaskResult(
        List.of(
            "the first attempt changed nothing",
            PriceLines.change(raised, sum(untouched), after),
            PriceLines.putBack(sum(read()), sum(original))),
        List.of(conflict));
  }

  private String raiseWhileSomebodyElseDoes() throws SQLException {
    // What was read before somebody else's commit; by hand one connection plays both.
    List<Priced> stale = raised(read());
    Priced first = read().getFirst();
    Sql.inTransaction(connection, () -> write(List.of(first.at(first.price.add(BigDecimal.ONE)))));
    try {
      Sql.inTransaction(connection, () -> write(stale));
    } catch (BatchUpdateException e) {
      return String.valueOf(e.getMessage());
    }
    throw new IllegalStateException(
        "the second of two changes of one price was committed: an update is lost");
  }

  private List<Priced> read() throws SQLException {
    return Sql.query(
        connection, select, row -> new Priced(row.getInt(1), row.getInt(2), row.getBigDecimal(3)));
  }

  /// Throws [BatchUpdateException] when a row is no longer of the version that was read.
  private int write(List<Priced> products) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "update %s set price = ?, version = version + 1 where id = ? and version = ?"
                .formatted(table))) {
      for (Priced product : products) {
        update.setBigDecimal(1, product.price);
        update.setInt(2, product.id);
        update.setInt(3, product.version);
        update.addBatch();
      }
      int[] counts = update.executeBatch();
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] != 1) {
          throw new BatchUpdateException(
              "row %d is no longer of version %d"
                  .formatted(products.get(i).id, products.get(i).version),
              counts);
        }
      }
      return counts.length;
    }
  }

  private static List<Priced> raised(List<Priced> products) {
    return products.stream().map(p -> p.at(PriceLines.raised(p.price))).toList();
  }

  private static List<Priced> restored(List<Priced> now, List<Priced> original) {
    return java.util.stream.IntStream.range(0, now.size())
        .mapToObj(i -> now.get(i).at(original.get(i).price))
        .toList();
  }

  private static BigDecimal sum(List<Priced> products) {
    return products.stream().map(Priced::price).reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
