package io.tiercel.json.promotion;

import io.tiercel.json.SqlName;
import io.tiercel.json.path.DocumentPath;
import io.tiercel.json.path.DocumentTable;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import io.tiercel.json.path.PathStorage;
import java.util.ArrayList;
import java.util.List;

/// One path of one table, and what it is given. The commands have the expressions of
/// [MappedPath] in them, those of every generated query, and names made of the path's: so what was
/// promoted is found again by name and expression, which is the comment of a column. Immutable.
///
/// [#down] undoes [#up]: the catalog is then what it was, but that PostgreSQL keeps a place for
/// each
/// dropped column in `pg_attribute` until the table is made anew.
///
/// @param path as it is before; its kinds say which indexes are made
public record Promotion(DocumentTable table, MappedPath path, PromotionKind kind) {

  /// @throws IllegalArgumentException if the path cannot be given this
  public Promotion {
    if (path.storage() != PathStorage.EXPRESSION) {
      throw new IllegalArgumentException("the path %s is promoted already".formatted(path.name()));
    }
    String obstacle = kind.obstacle(path);
    if (!obstacle.isEmpty()) {
      throw new IllegalArgumentException(
          "the path %s cannot have %s: %s".formatted(path.name(), kind, obstacle));
    }
  }

  /// The path as queries have it afterwards.
  public MappedPath promoted() {
    return kind == PromotionKind.STORED_COLUMN ? path.in(PathStorage.STORED) : path;
  }

  /// Whether the table is written anew, which nobody can read meanwhile.
  public boolean rewritesTable() {
    return kind == PromotionKind.STORED_COLUMN;
  }

  /// The first major version of PostgreSQL that can do it.
  public int minServerVersion() {
    return kind == PromotionKind.VIRTUAL_COLUMN ? 18 : 15;
  }

  /// The names of the generated columns that it adds.
  public List<SqlName> columns() {
    return kind == PromotionKind.STORED_COLUMN || kind == PromotionKind.VIRTUAL_COLUMN
        ? kinds().stream().map(each -> path.column(table.document(), each)).toList()
        : List.of();
  }

  /// The names of the indexes that it adds, with the table's schema.
  public List<SqlName> indexes() {
    return switch (kind) {
      case STATISTICS -> List.of();
      case TRIGRAM_INDEX -> List.of(named("trigram"));
      default ->
          kinds().stream()
              .map(each -> table.table().sibling(path.index(table.table(), each)))
              .toList();
    };
  }

  /// The commands that do it, in their order. They end with `analyze`: an expression has statistics
  /// from then on only.
  ///
  /// @param concurrently whether indexes are made while the table is written, outside of a
  ///     transaction; one that fails leaves an invalid index, which [#down] removes
  public List<DdlCommand> up(boolean concurrently) {
    List<DdlCommand> commands = new ArrayList<>();
    String where = kind == PromotionKind.STORED_COLUMN ? "stored" : "virtual";
    for (SqlName column : columns()) {
      IndexKind of = kinds().get(columns().indexOf(column));
      commands.add(
          inside(
              "alter table %s add column %s %s"
                  .formatted(table.table(), column, path.generated(table.document(), of, where))));
      commands.add(
          inside(
              "comment on column %s.%s is %s"
                  .formatted(
                      table.table(),
                      column,
                      DocumentPath.literal(path.comment(table.document(), of)))));
    }
    switch (kind) {
      case STATISTICS -> statistics().forEach(command -> commands.add(inside(command)));
      case TRIGRAM_INDEX ->
          commands.add(
              new DdlCommand(
                  "create index %s%s on %s using gin (%s gin_trgm_ops)"
                      .formatted(
                          concurrently ? "concurrently " : "",
                          SqlName.of(named("trigram").last()),
                          table.table(),
                          path.wholeText(table.document())),
                  !concurrently));
      default ->
          kinds()
              .forEach(
                  each ->
                      commands.add(
                          new DdlCommand(
                              promoted()
                                  .createIndex(
                                      each,
                                      table.table(),
                                      table.id(),
                                      table.document(),
                                      concurrently),
                              !concurrently)));
    }
    commands.add(inside("analyze " + table.table()));
    return List.copyOf(commands);
  }

  /// The commands that undo it, in their order; also where only a part of it is there.
  public List<DdlCommand> down(boolean concurrently) {
    List<DdlCommand> commands = new ArrayList<>();
    for (SqlName index : indexes()) {
      commands.add(
          new DdlCommand(
              "drop index %sif exists %s".formatted(concurrently ? "concurrently " : "", index),
              !concurrently));
    }
    for (SqlName column : columns()) {
      commands.add(
          inside("alter table %s drop column if exists %s".formatted(table.table(), column)));
    }
    if (kind == PromotionKind.STATISTICS) {
      kinds()
          .forEach(
              each -> commands.add(inside("drop statistics if exists " + statisticsName(each))));
    }
    return List.copyOf(commands);
  }

  private List<String> statistics() {
    return kinds().stream()
        .map(
            each ->
                "create statistics %s on (%s) from %s"
                    .formatted(statisticsName(each), expression(each), table.table()))
        .toList();
  }

  private String expression(IndexKind of) {
    return switch (of) {
      case TEXT ->
          path.path().isPlural() ? path.texts(table.document()) : path.text(table.document());
      case WORDS -> path.words(table.document());
      case TRIGRAMS -> path.wholeText(table.document());
      case NUMBER -> path.number(table.document());
    };
  }

  private SqlName statisticsName(IndexKind of) {
    return table.table().sibling(path.index(table.table(), of) + "_statistics");
  }

  private SqlName named(String suffix) {
    return table.table().sibling(table.table().last() + "_" + path.name() + "_" + suffix);
  }

  /// In the order of their declaration.
  private List<IndexKind> kinds() {
    return path.kinds().stream().filter(kind::covers).sorted().toList();
  }

  private static DdlCommand inside(String sql) {
    return new DdlCommand(sql, true);
  }
}
