package io.tiercel.lab.chinook;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The wording of the results, the same for every way of access.
final class ChinookLines {
  private ChinookLines() {}

  /// Adds up what one customer bought.
  static final class CustomerTotal {
    private final String name;
    private int invoices;
    private int lines;
    private BigDecimal amount = BigDecimal.ZERO;
    private final TreeSet<String> tracks = new TreeSet<>();

    CustomerTotal(String name) {
      this.name = name;
    }

    void addInvoice() {
      invoices++;
    }

    void addLine(String track, int quantity, BigDecimal price) {
      lines++;
      amount = amount.add(price.multiply(BigDecimal.valueOf(quantity)));
      tracks.add(track);
    }

    @Override
    public String toString() {
      return "%s: %d invoices, %d lines, %s; from \"%s\" to \"%s\""
          .formatted(name, invoices, lines, amount, tracks.first(), tracks.last());
    }
  }

  static String album(@Nullable String artist, String title, int tracks, long milliseconds) {
    return "%s / %s: %d tracks, %d s"
        .formatted(Objects.requireNonNullElse(artist, "?"), title, tracks, milliseconds / 1_000);
  }

  static String month(MonthlySales sales) {
    return "%s %d-%02d: %d invoices, %s"
        .formatted(
            sales.country(),
            sales.year(),
            sales.month(),
            sales.invoices(),
            sales.amount().setScale(2, RoundingMode.HALF_UP));
  }

  static String employee(int depth, String name, @Nullable String title, int customers) {
    return "%s%s, %s: looks after %d customers"
        .formatted("  ".repeat(depth), name, Objects.requireNonNullElse(title, "?"), customers);
  }
}
