package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.result.MemoryFeed;
import io.tiercel.jdbc.session.Session;
import io.tiercel.jdbc.sql.InsertShape;
import io.tiercel.jdbc.sql.SqlCommand;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PortalLimit;
import io.tiercel.wire.PreparedStatement;
import io.tiercel.wire.TransactionStatus;
import io.tiercel.wire.codec.Oids;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A batch of single-row inserts as `insert into t (…) select … from unnest($1, $2, …)`: the server
/// spends a fraction of the time on a row, and keys come back in order. Only where the outcome is
/// the same: a plain table ([io.tiercel.jdbc.session.PlainTables]), nothing but plain columns
/// returned, and values of one kind for each placeholder.
record UnnestBatch(String sql, List<Integer> arrayOids, List<UnnestColumn> columns)
    implements BulkBatch {
  private static final int MIN_ENTRIES = 4;

  /// Entries in one command: enough to make its cost small, few enough to bound its memory.
  private static final int MAX_ENTRIES = 8_192;

  private static final String NAME = "(?:\"(?:[^\"]|\"\")+\"|[\\p{L}_][\\p{L}\\p{N}_$]*)";

  /// What may follow the row: nothing, or columns that are returned. An ON CONFLICT would hide
  /// which entry counted, an expression could look at the other rows.
  private static final Pattern TAIL =
      Pattern.compile(
          "\\s*(?:returning\\s+(?:\\*|" + NAME + "(?:\\s*,\\s*" + NAME + ")*)\\s*)?;?\\s*",
          Pattern.CASE_INSENSITIVE);

  /// The batch in this form, or null if it has to be run entry by entry. May ask the server.
  static @Nullable UnnestBatch of(Session session, List<BoundCommand> entries, GeneratedKeys keys)
      throws SQLException {
    SqlCommand command = entries.getFirst().command();
    InsertShape shape = command.insert();
    if (shape == null
        || !session.options().rewriteBatch()
        || !isInsertOfMany(session, entries, shape, keys)) {
      return null;
    }
    List<UnnestColumn> columns = columns(entries, command.parameterCount());
    if (columns.isEmpty() || !session.plainTables().contains(shape.table())) {
      return null;
    }
    List<Integer> oids = arrayOids(session, entries.getFirst(), columns);
    if (oids.isEmpty()) {
      return null;
    }
    String sql = session.batchTexts().get(command, shape, UnnestBatch::sql);
    return new UnnestBatch(sql, oids, columns);
  }

  /// Whether they are one insert with many rows, as far as the command itself tells.
  static boolean isInsertOfMany(
      Session session, List<BoundCommand> entries, InsertShape shape, GeneratedKeys keys) {
    SqlCommand command = entries.getFirst().command();
    return entries.size() >= MIN_ENTRIES
        && command.parameterCount() > 0
        && session.wire().transactionStatus() != TransactionStatus.FAILED
        && command.hasReturning() == keys.isWanted()
        && TAIL.matcher(command.text().substring(shape.valuesEnd())).matches()
        && areAll(entries, command);
  }

  @SuppressWarnings("ReferenceEquality") // the entries of one statement share its command
  private static boolean areAll(List<BoundCommand> entries, SqlCommand command) {
    for (BoundCommand entry : entries) {
      if (entry.command() != command) {
        return false;
      }
    }
    return true;
  }

  private static List<UnnestColumn> columns(List<BoundCommand> entries, int count) {
    var columns = new ArrayList<UnnestColumn>(count);
    for (int i = 0; i < count; i++) {
      UnnestColumn column = UnnestColumn.of(i, entries);
      if (column == null) {
        return List.of();
      }
      columns.add(column);
    }
    return columns;
  }

  /// The array types; empty if one has none.
  private static List<Integer> arrayOids(
      Session session, BoundCommand first, List<UnnestColumn> columns) throws SQLException {
    int[] declared = columns.stream().mapToInt(UnnestColumn::elementOid).toArray();
    boolean asks = IntStream.of(declared).anyMatch(oid -> oid == Oids.UNSPECIFIED);
    PreparedStatement described =
        asks ? session.wire().prepare(first.command().text(), declared) : null;
    var oids = new ArrayList<Integer>();
    for (int i = 0; i < declared.length; i++) {
      int known = described == null ? declared[i] : described.parameterOid(i);
      int oid = columns.get(i).arrayOid(known, session.conversions());
      if (oid == 0) {
        return List.of();
      }
      oids.add(oid);
    }
    return oids;
  }

  private static String sql(SqlCommand command, InsertShape shape) {
    String values =
        shape.values().stream().map(UnnestBatch::expression).collect(Collectors.joining(", "));
    int count = command.parameterCount();
    String names =
        IntStream.range(0, count).mapToObj(i -> "p" + i).collect(Collectors.joining(", "));
    String arrays =
        IntStream.rangeClosed(1, count).mapToObj(i -> "$" + i).collect(Collectors.joining(", "));
    return command.text().substring(0, shape.valuesStart())
        + "SELECT %s FROM unnest(%s) AS batch_rows(%s)".formatted(values, arrays, names)
        + command.text().substring(shape.valuesEnd());
  }

  private static String expression(InsertShape.Value value) {
    return switch (value) {
      case InsertShape.Placeholder placeholder -> "batch_rows.p" + placeholder.index();
      case InsertShape.Constant constant -> constant.text();
    };
  }

  @Override
  public boolean isLasting() {
    return columns.stream().allMatch(UnnestColumn::isLasting);
  }

  @Override
  public boolean failsWithItsValues() {
    return false;
  }

  @Override
  public List<Part> send(Pipeline pipeline, List<BoundCommand> entries, MemoryFeed rows) {
    PreparedStatement statement = pipeline.statement(sql, oids());
    var parts = new ArrayList<Part>();
    for (int from = 0; from < entries.size(); from += MAX_ENTRIES) {
      List<BoundCommand> group =
          entries.subList(from, Math.min(entries.size(), from + MAX_ENTRIES));
      Object[] values = columns.stream().map(column -> column.array(group)).toArray();
      Pending pending =
          group.getFirst().command().hasReturning()
              ? pipeline.add(statement, PortalLimit.NONE, rows, values)
              : pipeline.addCommand(statement, values);
      parts.add(new Part(group.size(), pending));
    }
    return parts;
  }

  private int[] oids() {
    return arrayOids.stream().mapToInt(Integer::intValue).toArray();
  }
}
