package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.result.MemoryFeed;
import io.tiercel.jdbc.session.Session;
import io.tiercel.jdbc.session.TableColumn;
import io.tiercel.jdbc.sql.InsertShape;
import io.tiercel.jdbc.sql.SqlCommand;
import io.tiercel.wire.CopyParts;
import io.tiercel.wire.CopyRowWriter;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.codec.Codecs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A batch of single-row inserts as `COPY t (…) FROM STDIN (FORMAT binary)`. Only where the outcome
/// is the same: what [UnnestBatch] asks for, nothing returned, nothing but placeholders in the row,
/// columns that an `INSERT` may write, and values whose types are those of the columns
/// ([CopyColumn]): COPY knows no casts.
record CopyBatch(String sql, List<CopyColumn> columns) implements BulkBatch {

  /// The batch in this form, or null if it cannot have it. May ask the server.
  static @Nullable CopyBatch of(Session session, List<BoundCommand> entries, GeneratedKeys keys) {
    SqlCommand command = entries.getFirst().command();
    InsertShape shape = command.insert();
    if (shape == null
        || keys.isWanted()
        || !session.options().copyBatch()
        || !UnnestBatch.isInsertOfMany(session, entries, shape, keys)
        || !session.plainTables().contains(shape.table())) {
      return null;
    }
    List<TableColumn> targets = targets(shape, session.plainTables().columns(shape.table()));
    List<CopyColumn> columns = columns(session.wire().codecs(), entries, shape, targets);
    return columns.isEmpty() ? null : new CopyBatch(sql(shape, targets), columns);
  }

  /// The columns that the values go into; empty if a name is none of them, or one is not written by
  /// inserts.
  private static List<TableColumn> targets(InsertShape shape, List<TableColumn> all) {
    var targets = new ArrayList<TableColumn>();
    List<String> names = shape.columns();
    if (names == null) {
      targets.addAll(all.subList(0, Math.min(all.size(), shape.values().size())));
    } else {
      Map<String, TableColumn> byName = new LinkedHashMap<>();
      all.forEach(column -> byName.put(column.name(), column));
      for (String name : names) {
        TableColumn column = byName.get(folded(name));
        if (column == null) {
          return List.of();
        }
        targets.add(column);
      }
    }
    boolean fits =
        targets.size() == shape.values().size()
            && targets.stream().allMatch(TableColumn::isWritable);
    return fits ? targets : List.of();
  }

  /// A name as the catalogs have it. A letter that the server folds otherwise makes a name that is
  /// not found.
  private static String folded(String name) {
    return name.startsWith("\"")
        ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
        : name.toLowerCase(Locale.ROOT);
  }

  private static List<CopyColumn> columns(
      Codecs codecs, List<BoundCommand> entries, InsertShape shape, List<TableColumn> targets) {
    var columns = new ArrayList<CopyColumn>(targets.size());
    for (int i = 0; i < targets.size(); i++) {
      CopyColumn column =
          shape.values().get(i) instanceof InsertShape.Placeholder placeholder
              ? CopyColumn.of(codecs, placeholder.index(), targets.get(i).oid(), entries)
              : null;
      if (column == null) {
        return List.of();
      }
      columns.add(column);
    }
    return columns;
  }

  private static String sql(InsertShape shape, List<TableColumn> targets) {
    var sql = new StringBuilder("COPY ").append(shape.table()).append(" (");
    for (TableColumn target : targets) {
      sql.append('"').append(target.name().replace("\"", "\"\"")).append("\", ");
    }
    sql.setLength(sql.length() - 2);
    return sql.append(") FROM STDIN (FORMAT binary)").toString();
  }

  @Override
  public boolean isLasting() {
    return columns.stream().allMatch(CopyColumn::isLasting);
  }

  @Override
  public boolean failsWithItsValues() {
    return true;
  }

  @Override
  public List<Part> send(Pipeline pipeline, List<BoundCommand> entries, MemoryFeed rows) {
    var parts = new ArrayList<Part>();
    CopyParts.cut(
        entries.size(),
        (from, to) -> {
          Pending copy = pipeline.copy(sql, out -> write(entries, from, to, out));
          parts.add(new Part(to - from, copy));
        });
    return parts;
  }

  private void write(List<BoundCommand> entries, int from, int to, CopyRowWriter writer) {
    for (int row = from; row < to; row++) {
      writer.startRow();
      for (CopyColumn column : columns) {
        column.put(entries.get(row), row, writer);
      }
    }
  }
}
