package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Flight;
import io.tiercel.wire.CopyRowWriter;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Encoder;
import io.tiercel.wire.codec.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// New rows of one table. One row is a prepared INSERT, some are one INSERT from arrays, many are a
/// binary COPY: per row the server spends about 7 µs on the first, 1.6 on the second and 1.2 on the
/// third, but a COPY is parsed anew each time.
public final class InsertWrite implements Write {
  /// From this many rows on the parse of a COPY is paid back.
  private static final int COPY_FROM_ROWS = 200;

  private final Table table;
  private final List<Column> columns;
  private final boolean overridesIdentity;
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  /// @param columns what is written; a row holds their values at their slots
  /// @param overridesIdentity whether an identity column is written with a value taken beforehand
  public InsertWrite(Table table, List<Column> columns, boolean overridesIdentity) {
    this.table = table;
    this.columns = List.copyOf(columns);
    this.overridesIdentity = overridesIdentity;
  }

  /// Adds a row; the array is read when the flight is sent and must not change until then.
  public void add(@Nullable Object[] row) {
    rows.add(row);
  }

  @Override
  public Table table() {
    return table;
  }

  @Override
  public boolean needsAnswer(TableShape shape) {
    return false;
  }

  @Override
  public void verify() {
    // An INSERT that does not insert is an error to the server already.
  }

  @Override
  public void addTo(Flight flight, TableShape shape, Check check) {
    boolean arrays = columns.stream().anyMatch(column -> shape.column(column).isArray());
    if (rows.size() >= COPY_FROM_ROWS && allBinary(shape)) {
      flight.copy(
          "copy %s (%s) from stdin (format binary)".formatted(table.sql(), columnList()),
          out -> copyTo(out, shape));
    } else if (rows.size() == 1 || arrays) {
      String sql = singleSql();
      for (@Nullable Object[] row : rows) {
        flight.update(sql, affected -> {}, values(row));
      }
    } else {
      flight.update(unnestSql(shape), affected -> {}, arrays());
    }
  }

  /// A binary COPY has no room for types that are only known in their text form, such as inet.
  private boolean allBinary(TableShape shape) {
    return columns.stream()
        .allMatch(
            column ->
                Codecs.builtin().preferredFormat(shape.column(column).oid()) == Format.BINARY);
  }

  private void copyTo(CopyRowWriter out, TableShape shape) {
    int width = columns.size();
    @SuppressWarnings({
      "unchecked",
      "rawtypes"
    }) // encoders are planned for the class the slot holds
    Encoder<Object>[] encoders = new Encoder[width];
    int[] slots = new int[width];
    for (int i = 0; i < width; i++) {
      Column column = columns.get(i);
      encoders[i] = encoder(shape.column(column).oid(), column.columnType());
      slots[i] = column.slot();
    }
    for (@Nullable Object[] row : rows) {
      out.startRow();
      for (int i = 0; i < width; i++) {
        Object value = row[slots[i]];
        if (value == null) {
          out.putNull();
        } else {
          out.put(encoders[i], value);
        }
      }
    }
  }

  @SuppressWarnings("unchecked") // a slot only ever holds values of its column's class
  private static Encoder<Object> encoder(int oid, Class<?> type) {
    return (Encoder<Object>) Codecs.builtin().encoder(oid, type);
  }

  private @Nullable Object[] values(@Nullable Object[] row) {
    @Nullable Object[] values = new Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[columns.get(i).slot()];
    }
    return values;
  }

  private @Nullable Object[] arrays() {
    @Nullable Object[] arrays = new Object[columns.size()];
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = new RowColumn(rows, columns.get(i).slot());
    }
    return arrays;
  }

  private String singleSql() {
    String values =
        IntStream.rangeClosed(1, columns.size())
            .mapToObj(i -> "$" + i)
            .collect(Collectors.joining(", "));
    return "insert into %s (%s)%s values (%s)"
        .formatted(table.sql(), columnList(), overriding(), values);
  }

  private String unnestSql(TableShape shape) {
    return "insert into %s (%s)%s select * from %s"
        .formatted(table.sql(), columnList(), overriding(), Unnest.of(columns, shape));
  }

  private String overriding() {
    return overridesIdentity ? " overriding system value" : "";
  }

  private String columnList() {
    return columns.stream().map(Column::sql).collect(Collectors.joining(", "));
  }
}
