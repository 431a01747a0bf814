package io.tiercel.lab.data;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One row of a [SourceTable], read by column name. Values are kept as the text of the script and
/// converted when asked for. A method without `OrNull` throws [DataException] for NULL.
public final class SourceRow {
  private final SourceTable table;
  private final @Nullable String[] values;

  SourceRow(SourceTable table, @Nullable String[] values) {
    this.table = table;
    this.values = values;
  }

  public @Nullable String textOrNull(String column) {
    return values[table.indexOf(column)];
  }

  public String text(String column) {
    String value = textOrNull(column);
    if (value == null) {
      throw new DataException(
          "column \"%s\" of table \"%s\" is NULL in the source".formatted(column, table.name()));
    }
    return value;
  }

  public int integer(String column) {
    return convert(column, Integer::valueOf);
  }

  public long bigint(String column) {
    return convert(column, Long::valueOf);
  }

  public double real(String column) {
    return convert(column, Double::valueOf);
  }

  public BigDecimal decimal(String column) {
    return convert(column, BigDecimal::new);
  }

  public boolean bool(String column) {
    return "TRUE".equals(text(column));
  }

  public LocalDate date(String column) {
    return convert(column, SourceRow::day);
  }

  public @Nullable LocalDate dateOrNull(String column) {
    return textOrNull(column) == null ? null : date(column);
  }

  public @Nullable Integer integerOrNull(String column) {
    return textOrNull(column) == null ? null : Integer.valueOf(integer(column));
  }

  private <T> T convert(String column, Function<String, T> conversion) {
    String text = text(column);
    try {
      return conversion.apply(text);
    } catch (RuntimeException e) {
      throw new DataException(
          "cannot read '%s' in column \"%s\" of table \"%s\"".formatted(text, column, table.name()),
          e);
    }
  }

  /// The sources write days as time stamps at midnight as well.
  private static LocalDate day(String text) {
    return LocalDate.parse(text.substring(0, "1997-01-01".length()));
  }
}
