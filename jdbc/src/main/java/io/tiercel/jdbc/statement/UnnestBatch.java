package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.session.Session;
import io.tiercel.jdbc.sql.InsertShape;
import io.tiercel.jdbc.sql.SqlCommand;
import io.tiercel.wire.Pipeline;
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
/// spends a fraction of the time on a row, and keys come back in order. Only where the outcome is the
/// same: a plain table, no ON CONFLICT, whose counts would be lost, and values of one kind for each
/// placeholder.
record UnnestBatch(String sql, int[] arrayOids, List<UnnestColumn> columns) {
  private static final int MIN_ENTRIES = 4;

  /// Entries in one command: enough to make its cost small, few enough to bound its memory.
  private static final int MAX_ENTRIES = 8_192;

  private static final Pattern CONFLICT =
      Pattern.compile("\\bon\\s+conflict\\b", Pattern.CASE_INSENSITIVE);

  /// The batch in this form, or null if it has to be run entry by entry. May ask the server.
  static @Nullable UnnestBatch of(
      Session session, Pipeline pipeline, List<BoundCommand> entries, GeneratedKeys keys)
      throws SQLException {
    SqlCommand command = entries.getFirst().command();
    InsertShape shape = command.insert();
    if (entries.size() < MIN_ENTRIES
        || shape == null
        || command.parameterCount() == 0
        || !session.options().rewriteBatch()
        || session.wire().transactionStatus() == TransactionStatus.FAILED
        || command.hasReturning() != keys.isWanted()
        || CONFLICT.matcher(command.text().substring(shape.valuesEnd())).find()
        || entries.stream().anyMatch(entry -> entry.command() != command)) {
      return null;
    }
    List<UnnestColumn> columns = columns(entries, command.parameterCount());
    if (columns.isEmpty() || !session.plainTables().contains(shape.table())) {
      return null;
    }
    int[] oids = arrayOids(session, pipeline, entries.getFirst(), columns);
    return oids.length == 0 ? null : new UnnestBatch(sql(command, shape), oids, columns);
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
  private static int[] arrayOids(
      Session session, Pipeline pipeline, BoundCommand first, List<UnnestColumn> columns)
      throws SQLException {
    int[] declared = columns.stream().mapToInt(UnnestColumn::elementOid).toArray();
    boolean asks = IntStream.of(declared).anyMatch(oid -> oid == Oids.UNSPECIFIED);
    PreparedStatement described =
        asks ? session.wire().prepare(first.command().text(), declared) : null;
    int[] oids = new int[declared.length];
    for (int i = 0; i < oids.length; i++) {
      int known = described == null ? declared[i] : described.parameterOid(i);
      oids[i] = columns.get(i).arrayOid(known, session.conversions());
      if (oids[i] == 0) {
        return new int[0];
      }
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

  /// The entries in groups, each for one command.
  static List<List<BoundCommand>> groups(List<BoundCommand> entries) {
    var groups = new ArrayList<List<BoundCommand>>();
    for (int from = 0; from < entries.size(); from += MAX_ENTRIES) {
      groups.add(entries.subList(from, Math.min(entries.size(), from + MAX_ENTRIES)));
    }
    return groups;
  }

  Object[] values(List<BoundCommand> group) {
    return columns.stream().map(column -> column.array(group)).toArray();
  }
}
