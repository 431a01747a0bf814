package io.tiercel.inside.samples;

import io.tiercel.inside.PgTrigger;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

public class Items {
  public record Item(String name, BigDecimal price) {}

  public static @Nullable Item tidy(PgTrigger<Item> trigger) {
    Item row = trigger.newRow();
    return row == null || row.name().isBlank() ? null : new Item(row.name().strip(), row.price());
  }

  public static class GeometricMean {
    private double logarithms;
    private long count;

    public void add(double value) {
      logarithms += Math.log(value);
      count++;
    }

    public @Nullable Double result() {
      return count == 0 ? null : Math.exp(logarithms / count);
    }
  }

  public static @Nullable String cheapest() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:tiercel:inside");
        ResultSet result =
            connection
                .createStatement()
                .executeQuery("select name from item order by price limit 1")) {
      return result.next() ? result.getString(1) : null;
    }
  }
}
