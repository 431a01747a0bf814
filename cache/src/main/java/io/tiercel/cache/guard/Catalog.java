package io.tiercel.cache.guard;

import io.tiercel.wire.Connection;
import io.tiercel.wire.row.DataRow;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Asks the catalog whether all changes of the cached tables are on the stream. Takes no privilege.
public final class Catalog {
  private Catalog() {}

  /// The state as one snapshot shows it. Blocks.
  public static CatalogState load(
      Connection connection, Publication publication, Collection<TableName> tables) {
    String[] schemas = tables.stream().map(TableName::schema).toArray(String[]::new);
    String[] names = tables.stream().map(TableName::name).toArray(String[]::new);
    Map<TableName, TableState> states = new HashMap<>();
    var head = new Head();
    connection.query(
        CatalogQuery.SQL,
        row -> {
          var table = new TableName(text(row, 0), text(row, 1));
          head.read(row);
          states.put(table, state(row, table, publication, head));
        },
        publication.name(),
        schemas,
        names);
    return new CatalogState(head.isPublished, head.publication, head.announces, states);
  }

  /// The columns that are the same in every row.
  private static final class Head {
    private boolean isPublished;
    private boolean publishesAll;
    private String publication = "";
    private boolean announces;

    void read(DataRow row) {
      isPublished = row.getBoolean(12);
      publishesAll = row.getBoolean(13);
      publication = text(row, 14);
      announces = row.getBoolean(15);
    }
  }

  private static TableState state(
      DataRow row, TableName table, Publication publication, Head head) {
    Optional<Obstacle> unfit = unfit(row, table);
    boolean isPublished = row.getBoolean(5);
    Obstacle obstacle =
        unfit
            .or(() -> unpublished(row, table, publication, isPublished, head.publishesAll))
            .orElse(null);
    return new TableState(obstacle, unfit.isEmpty(), isPublished, text(row, 11));
  }

  private static Optional<Obstacle> unfit(DataRow row, TableName table) {
    String notCached = "do not cache the entity";
    if (row.isNull(2)) {
      return obstacle("table %s does not exist".formatted(table), "create it");
    }
    String kind = text(row, 2);
    if (!kind.equals("r") && !kind.equals("p")) {
      return obstacle("%s is %s".formatted(table, kindName(kind)), notCached);
    }
    if (!text(row, 3).equals("p")) {
      String mend =
          text(row, 3).equals("u") ? "ALTER TABLE %s SET LOGGED".formatted(table.sql()) : notCached;
      return obstacle("table %s is %s".formatted(table, persistence(text(row, 3))), mend);
    }
    if (row.getBoolean(4)) {
      return obstacle("table %s has row-level security".formatted(table), notCached);
    }
    if (!row.isNull(7)) {
      return obstacle(
          "partitions of table %s are foreign or unlogged: %s".formatted(table, text(row, 7)),
          notCached);
    }
    if (row.getBoolean(8)) {
      return obstacle("other tables inherit from table %s".formatted(table), notCached);
    }
    if (row.getBoolean(10)) {
      return obstacle("the primary key of table %s is generated".formatted(table), notCached);
    }
    return row.isNull(9)
        ? Optional.empty()
        : obstacle(
            "table %s has no replica identity".formatted(text(row, 9)),
            "ALTER TABLE %s REPLICA IDENTITY DEFAULT, with a primary key that is not deferrable"
                .formatted(text(row, 9)));
  }

  private static Optional<Obstacle> unpublished(
      DataRow row,
      TableName table,
      Publication publication,
      boolean isPublished,
      boolean publishesAll) {
    if (!isPublished) {
      return obstacle(
          "table %s is not in publication \"%s\"".formatted(table, publication.name()),
          row.getBoolean(16)
              ? publication.setStatement("publish_via_partition_root = true")
              : publication.addStatement(table));
    }
    if (row.getBoolean(6)) {
      return obstacle(
          "publication \"%s\" has a row filter or a column list for table %s"
              .formatted(publication.name(), table),
          "ALTER PUBLICATION %s DROP TABLE %s, and add it without"
              .formatted(Quoted.identifier(publication.name()), table.sql()));
    }
    if (!publishesAll) {
      return obstacle(
          "publication \"%s\" does not publish every kind of change".formatted(publication.name()),
          publication.setStatement("publish = 'insert, update, delete, truncate'"));
    }
    return Optional.empty();
  }

  private static Optional<Obstacle> obstacle(String cause, String mend) {
    return Optional.of(new Obstacle(cause, mend));
  }

  private static String kindName(String kind) {
    return switch (kind) {
      case "v" -> "a view";
      case "m" -> "a materialized view";
      case "f" -> "a foreign table";
      default -> "no table";
    };
  }

  private static String persistence(String persistence) {
    return persistence.equals("u") ? "unlogged" : "temporary";
  }

  private static String text(DataRow row, int column) {
    return Objects.requireNonNull(row.getString(column));
  }
}
