package io.tiercel.lab.foodmart;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/// The wording of the results, the same for every way of access.
final class FoodMartLines {
  private FoodMartLines() {}

  /// Adds up what one customer bought.
  static final class CustomerTotal {
    private final String name;
    private int orders;
    private int lines;
    private BigDecimal amount = BigDecimal.ZERO;
    private final Map<String, Integer> quantities = new TreeMap<>();

    CustomerTotal(String name) {
      this.name = name;
    }

    void addOrder() {
      orders++;
    }

    void addLine(String product, int quantity, BigDecimal lineAmount) {
      lines++;
      amount = amount.add(lineAmount);
      quantities.merge(product, quantity, Integer::sum);
    }

    @Override
    public String toString() {
      // Among equals, the first by name.
      String favourite =
          quantities.entrySet().stream()
              .max(
                  Map.Entry.<String, Integer>comparingByValue()
                      .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
              .map(Map.Entry::getKey)
              .orElse("nothing");
      return "%s: %d orders, %d lines, %s; most of all %s"
          .formatted(name, orders, lines, money(amount), favourite);
    }
  }

  static String category(String path, int products, BigDecimal sumOfPrices) {
    return "%s: %d products, average price %s"
        .formatted(
            path,
            products,
            products == 0
                ? "none"
                : money(sumOfPrices.divide(BigDecimal.valueOf(products), 4, RoundingMode.HALF_UP)));
  }

  static String month(MonthlySales sales) {
    return "%s %d-%02d: %d orders, %s"
        .formatted(
            sales.store(), sales.year(), sales.month(), sales.orders(), money(sales.amount()));
  }

  static String employee(int depth, String name, String title, int people, BigDecimal payroll) {
    return "%s%s, %s: %d people, payroll %s"
        .formatted("  ".repeat(depth), name, title, people, money(payroll));
  }

  private static String money(BigDecimal amount) {
    return amount.setScale(2, RoundingMode.HALF_UP).toPlainString();
  }
}
