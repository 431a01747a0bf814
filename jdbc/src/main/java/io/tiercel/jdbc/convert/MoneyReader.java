package io.tiercel.jdbc.convert;

import java.math.BigDecimal;
import java.sql.SQLException;

/// `money`, in text as the server's `lc_monetary` spells it: as object a Double, because JDBC's
/// code for it is DOUBLE. A separator before exactly three digits groups thousands, any other is
/// the point.
final class MoneyReader extends SpelledReader {
  private static final int GROUP_DIGITS = 3;

  MoneyReader(ValueType type, ConversionContext context) {
    super(type, context);
  }

  @Override
  BigDecimal getBigDecimal(byte[] source, int offset, int length) throws SQLException {
    String text = getString(source, offset, length);
    boolean isNegative = text.indexOf('-') >= 0 || text.startsWith("(");
    int last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
    String whole = digits(last < 0 ? text : text.substring(0, last));
    String fraction = last < 0 ? "" : digits(text.substring(last));
    String number =
        fraction.isEmpty() || fraction.length() == GROUP_DIGITS
            ? whole + fraction
            : whole + "." + fraction;
    BigDecimal value = Numbers.parseDecimal(number, "java.math.BigDecimal");
    return isNegative ? value.negate() : value;
  }

  private static String digits(String text) {
    return text.replaceAll("[^0-9]", "");
  }

  @Override
  Class<?> objectClass() {
    return Double.class;
  }

  @Override
  Object getObject(byte[] source, int offset, int length) throws SQLException {
    return getDouble(source, offset, length);
  }

  @Override
  double getDouble(byte[] source, int offset, int length) throws SQLException {
    return getBigDecimal(source, offset, length).doubleValue();
  }

  @Override
  float getFloat(byte[] source, int offset, int length) throws SQLException {
    return getBigDecimal(source, offset, length).floatValue();
  }

  @Override
  long getWhole(byte[] source, int offset, int length, long min, long max, String target)
      throws SQLException {
    return Numbers.truncated(getBigDecimal(source, offset, length), min, max, target);
  }
}
