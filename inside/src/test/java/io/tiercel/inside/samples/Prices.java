package io.tiercel.inside.samples;

import io.tiercel.inside.PgSession;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Prices {
  public static BigDecimal withTax(BigDecimal net, int percent) {
    return net.multiply(BigDecimal.valueOf(100 + percent))
        .movePointLeft(2)
        .setScale(2, RoundingMode.HALF_UP);
  }

  public record Instalment(int number, BigDecimal amount) {}

  public static Stream<Instalment> instalments(BigDecimal total, int count) {
    BigDecimal each = total.divide(BigDecimal.valueOf(count), 2, RoundingMode.DOWN);
    BigDecimal last = total.subtract(each.multiply(BigDecimal.valueOf(count - 1)));
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> new Instalment(i, i < count ? each : last));
  }

  public static long raise(int percent) {
    return PgSession.current().execute("update item set price = price * (100 + $1) / 100", percent);
  }
}
