package io.tiercel.lab.bench.model;

import java.math.BigDecimal;
import java.time.Instant;

/// Values by order number: the same for every contestant and computable in SQL as well, so that a
/// check needs no second source. [#SQL_VALUES] is the SQL spelling.
public final class SampleOrders {
  /// Customers and products have ids from 1 to these.
  public static final int CUSTOMERS = 1_000;

  /// See [#CUSTOMERS].
  public static final int PRODUCTS = 1_000;

  /// customer_id, ordered_at, status, total, note of order number `n`.
  public static final String SQL_VALUES =
      """
      n::bigint * 7919 % 1000 + 1,
      timestamptz '2026-01-01 00:00:00+00' + n * interval '1 second',
      (array['OPEN', 'PAID', 'SHIPPED', 'RETURNED'])[n % 4 + 1],
      (n::bigint * 7907 % 100000 + 1) / 100.0,
      'order number ' || n""";

  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  private static final OrderStatus[] STATUSES = OrderStatus.values();

  private SampleOrders() {}

  public static long customerId(int number) {
    return number * 7919L % CUSTOMERS + 1;
  }

  public static Instant orderedAt(int number) {
    return FIRST.plusSeconds(number);
  }

  public static OrderStatus status(int number) {
    return STATUSES[number % STATUSES.length];
  }

  /// The total in hundredths.
  public static long cents(int number) {
    return number * 7907L % 100_000 + 1;
  }

  /// The totals of the first `count` orders in hundredths.
  public static long sumOfCents(int count) {
    long sum = 0;
    for (int number = 0; number < count; number++) {
      sum += cents(number);
    }
    return sum;
  }

  /// What an order and its lines come to in hundredths, each once.
  public static long centsWithLines(int number, int lineCount) {
    long sum = cents(number);
    for (int line = 0; line < lineCount; line++) {
      sum += quantity(line) * lineCents(number, line);
    }
    return sum;
  }

  public static BigDecimal total(int number) {
    return BigDecimal.valueOf(cents(number), 2);
  }

  public static String note(int number) {
    return "order number " + number;
  }

  /// The product of a line of an order.
  public static long productId(int number, int line) {
    return (number * 31L + line * 97L) % PRODUCTS + 1;
  }

  public static int quantity(int line) {
    return line + 1;
  }

  /// The price in hundredths of a line.
  public static long lineCents(int number, int line) {
    return (number * 13L + line) % 10_000 + 1;
  }
}
