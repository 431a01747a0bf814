package io.tiercel.json.advisor;

import io.tiercel.json.SqlName;
import io.tiercel.json.promotion.DdlCommand;
import java.util.ArrayList;
import java.util.List;

/// Something that may be done to a table, as commands that do it and commands that undo it.
/// Immutable.
///
/// @param object the name of what is made: index, statistics or column; of the index that goes
/// @param expression what it is on, as it stands in queries; the document's column for what
/// concerns
///     all of it
/// @param definition the rest of the command that does it
/// @param undo the rest of the command that undoes it, where that cannot be derived
/// @param why what of the workload asks for it
public record Candidate(
    CandidateKind kind,
    SqlName table,
    String object,
    String expression,
    String definition,
    String undo,
    String why) {

  /// Whether statements must be written otherwise to have the use of it.
  public boolean needsRewrite() {
    return kind == CandidateKind.STORED_COLUMN;
  }

  /// Whether it holds for documents that are stored from then on only.
  public boolean isForNewDocuments() {
    return kind == CandidateKind.COMPRESSION || kind == CandidateKind.TOAST_TARGET;
  }

  /// The strongest lock it takes, and what that stops.
  public String lock() {
    return switch (kind) {
      case INDEX -> "SHARE UPDATE EXCLUSIVE (built concurrently: reads and writes go on)";
      case STORED_COLUMN -> "ACCESS EXCLUSIVE while the table is written anew: nothing goes on";
      case STATISTICS -> "SHARE UPDATE EXCLUSIVE, for a moment";
      case COMPRESSION -> "ACCESS EXCLUSIVE, for a moment";
      case TOAST_TARGET -> "SHARE UPDATE EXCLUSIVE, for a moment";
      case DROP_INDEX -> "SHARE UPDATE EXCLUSIVE (dropped concurrently)";
    };
  }

  /// The commands that do it to its table.
  public List<DdlCommand> up() {
    return up(table, true);
  }

  /// The commands that undo it.
  public List<DdlCommand> down() {
    return switch (kind) {
      case INDEX -> List.of(concurrent("drop index concurrently if exists " + sibling(table)));
      case STORED_COLUMN ->
          List.of(
              concurrent("drop index concurrently if exists " + sibling(table)),
              inside("alter table %s drop column if exists %s".formatted(table, column())));
      case STATISTICS -> List.of(inside("drop statistics if exists " + sibling(table)));
      case COMPRESSION, TOAST_TARGET -> List.of(inside("alter table " + table + ' ' + undo));
      case DROP_INDEX -> List.of(concurrent(undo));
    };
  }

  /// The commands that do it to a table.
  ///
  /// @param concurrently whether indexes are made beside the work of others, outside of a
  ///     transaction
  List<DdlCommand> up(SqlName on, boolean concurrently) {
    List<DdlCommand> commands = new ArrayList<>();
    switch (kind) {
      case INDEX -> commands.add(createIndex(on, definition, concurrently));
      case STORED_COLUMN -> {
        commands.add(inside("alter table %s add column %s %s".formatted(on, column(), definition)));
        commands.add(createIndex(on, "using btree (" + column() + ")", concurrently));
      }
      case STATISTICS ->
          commands.add(
              inside("create statistics %s on %s from %s".formatted(sibling(on), definition, on)));
      case COMPRESSION, TOAST_TARGET ->
          commands.add(inside("alter table " + on + ' ' + definition));
      case DROP_INDEX -> {
        commands.add(
            new DdlCommand(
                "drop index " + (concurrently ? "concurrently " : "") + sibling(on),
                !concurrently));
        return List.copyOf(commands);
      }
    }
    if (!isForNewDocuments()) {
      commands.add(inside("analyze " + on));
    }
    return List.copyOf(commands);
  }

  private DdlCommand createIndex(SqlName on, String what, boolean concurrently) {
    return new DdlCommand(
        "create index %s%s on %s %s"
            .formatted(concurrently ? "concurrently " : "", SqlName.of(indexName(on)), on, what),
        !concurrently);
  }

  /// The name of the index that it makes on its table.
  String indexName() {
    return indexName(table);
  }

  /// The index's own name; on a sample it must be another.
  private String indexName(SqlName on) {
    String suffix = kind == CandidateKind.STORED_COLUMN ? "_key" : "";
    String other = on.equals(table) ? "" : "s" + Integer.toHexString(on.hashCode()) + "_";
    return other + object + suffix;
  }

  private SqlName sibling(SqlName on) {
    return kind == CandidateKind.DROP_INDEX ? on.sibling(object) : on.sibling(indexName(on));
  }

  /// The generated column.
  SqlName column() {
    return SqlName.of(object);
  }

  private static DdlCommand inside(String sql) {
    return new DdlCommand(sql, true);
  }

  private static DdlCommand concurrent(String sql) {
    return new DdlCommand(sql, false);
  }
}
