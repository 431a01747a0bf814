package io.tiercel.lab.data;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// The arithmetic and the wording of a price change, the same for every way of access.
final class PriceLines {
  private static final BigDecimal RAISE = new BigDecimal("1.05");

  private PriceLines() {}

  static BigDecimal raised(BigDecimal price) {
    return price.multiply(RAISE).setScale(price.scale(), RoundingMode.HALF_UP);
  }

  static String change(int articles, BigDecimal before, BigDecimal after) {
    return "%d prices raised by 5 %%: %s in all, was %s"
        .formatted(articles, money(after), money(before));
  }

  static String putBack(BigDecimal now, BigDecimal original) {
    return now.compareTo(original) == 0
        ? "prices put back"
        : "prices are %s in all, should be %s again".formatted(now, original);
  }

  private static String money(BigDecimal amount) {
    return amount.setScale(2, RoundingMode.HALF_UP).toPlainString();
  }
}
