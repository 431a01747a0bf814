package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Flight;
import io.tiercel.wire.CopyParts;
import io.tiercel.wire.CopyRowWriter;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Encoder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// New rows of one table. One row is a prepared INSERT, some are one INSERT from arrays, many are a
/// binary COPY: per row the server spends about 7 µs on the first, 1.6 on the second and 1.2 on the
/// third. A COPY is parsed once a connection like the others, but has no plan that is kept: it
/// opens its table and looks up the input functions of its columns each time.
public final class InsertWrite implements Write {
  /// From this many rows on what it costs to begin a COPY is paid back.
  private static final int COPY_FROM_ROWS = 200;

  private final InsertPlan plan;
  private final List<@Nullable Object[]> rows;

  /// Those whose rows its statement inserts too.
  private final List<InsertWrite> joined = new ArrayList<>();

  /// Writes as planned.
  public InsertWrite(InsertPlan plan) {
    this(plan, new ArrayList<>());
  }

  /// Writes these rows, each of which is asked for when it is its turn. The list belongs to the
  /// caller, and rows are added to it there.
  public InsertWrite(InsertPlan plan, List<@Nullable Object[]> rows) {
    this.plan = plan;
    this.rows = rows;
  }

  /// Adds a row; the array is read when the flight is sent and must not change until then.
  public void add(@Nullable Object[] row) {
    rows.add(row);
  }

  /// Whether it may write the rows of another type, planned so: into the same columns of the same
  /// table, whose values stand at the same slots.
  public boolean takesRowsOf(InsertPlan other) {
    return plan.isLike(other);
  }

  /// Makes one statement of both, for rows of one table in different columns: the server checks
  /// foreign keys when the whole of it is done. The other one is not to be sent by itself.
  public void join(InsertWrite other) {
    joined.add(other);
  }

  /// Whether there are no rows.
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  @Override
  public Table table() {
    return plan.table();
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
    if (!joined.isEmpty()) {
      addJointly(flight, shape);
      return;
    }
    InsertPlan.Texts texts = plan.texts(shape);
    if (rows.size() >= COPY_FROM_ROWS && texts.isBinary()) {
      CopyParts.cut(
          rows.size(),
          (from, to) -> flight.copy(texts.many(), out -> copyTo(out, shape, from, to)));
    } else if (rows.size() == 1 || texts.hasArrays()) {
      for (@Nullable Object[] row : rows) {
        flight.update(texts.single(), affected -> {}, values(row));
      }
    } else {
      flight.update(texts.some(), affected -> {}, arrays());
    }
  }

  /// All but the last INSERT stand in a WITH clause.
  private void addJointly(Flight flight, TableShape shape) {
    List<String> inserts = new ArrayList<>();
    List<@Nullable Object> parameters = new ArrayList<>();
    addJointly(shape, inserts, parameters);
    for (InsertWrite other : joined) {
      other.addJointly(shape, inserts, parameters);
    }
    StringBuilder sql = new StringBuilder();
    int last = inserts.size() - 1;
    for (int i = 0; i < last; i++) {
      sql.append(i == 0 ? "with " : ", ").append("i").append(i).append(" as (");
      sql.append(inserts.get(i)).append(')');
    }
    sql.append(last == 0 ? "" : " ").append(inserts.get(last));
    flight.update(sql.toString(), affected -> {}, parameters.toArray());
  }

  private void addJointly(
      TableShape shape, List<String> inserts, List<@Nullable Object> parameters) {
    if (plan.texts(shape).hasArrays()) {
      for (@Nullable Object[] row : rows) {
        inserts.add(plan.single(parameters.size() + 1));
        addAll(parameters, values(row));
      }
    } else if (!rows.isEmpty()) {
      inserts.add(plan.some(shape, parameters.size() + 1));
      addAll(parameters, arrays());
    }
  }

  private static void addAll(List<@Nullable Object> all, @Nullable Object[] some) {
    for (@Nullable Object one : some) {
      all.add(one);
    }
  }

  private void copyTo(CopyRowWriter out, TableShape shape, int from, int to) {
    List<Column> columns = plan.columns();
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
    for (int at = from; at < to; at++) {
      @Nullable Object[] row = rows.get(at);
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
    List<Column> columns = plan.columns();
    @Nullable Object[] values = new Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[columns.get(i).slot()];
    }
    return values;
  }

  private @Nullable Object[] arrays() {
    List<Column> columns = plan.columns();
    @Nullable Object[] arrays = new Object[columns.size()];
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = new RowColumn(rows, columns.get(i).slot());
    }
    return arrays;
  }
}
