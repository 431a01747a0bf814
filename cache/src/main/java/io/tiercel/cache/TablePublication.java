package io.tiercel.cache;

import io.tiercel.wire.Connection;
import io.tiercel.wire.error.ServerException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The publication that the stream follows: made, and given what it lacks, where the role may do
/// so. Several nodes may do that at once. Blocks.
final class TablePublication {
  private static final String UNIQUE_VIOLATION = "23505";
  private static final String DUPLICATE_OBJECT = "42710";
  private static final int ATTEMPTS = 5;

  private static final String FOUND =
      """
      select p.pubinsert and p.pubupdate and p.pubdelete and p.pubtruncate and p.pubviaroot,
             p.puballtables
        from pg_catalog.pg_publication p where p.pubname = $1\
      """;

  /// Row filters and lists of columns hide changes.
  private static final String TABLES =
      """
      select t.schemaname || '.' || t.tablename, t.rowfilter is not null
        from pg_catalog.pg_publication_tables t where t.pubname = $1\
      """;

  private final Connection connection;
  private final String name;

  TablePublication(Connection connection, String name) {
    this.connection = connection;
    this.name = name;
  }

  /// Sees to it that changes of these tables are published.
  ///
  /// @return why they are not; null when they are
  @Nullable CacheState ensure(List<FoundTable> tables) {
    ServerException last = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      String sql = missing(tables);
      if (sql == null) {
        return null;
      }
      if (sql.isEmpty()) {
        return CacheState.off(
            "the publication %s leaves changes out".formatted(name),
            "DROP PUBLICATION %s; it is made anew then.".formatted(CachedTable.quoted(name)));
      }
      try {
        connection.simpleQuery(sql);
      } catch (ServerException e) {
        if (!isRace(e)) {
          return CacheState.off(
              "the publication of the cached tables cannot be made (%s)".formatted(message(e)),
              sql + ";");
        }
        last = e;
      }
    }
    return CacheState.off(
        "the publication %s is changed by others all the time (%s)"
            .formatted(name, last == null ? "" : message(last)),
        "");
  }

  private static boolean isRace(ServerException e) {
    String state = e.error().sqlState();
    return state.equals(UNIQUE_VIOLATION)
        || state.equals(DUPLICATE_OBJECT)
        || e.error().message().contains("tuple concurrently updated");
  }

  private static String message(ServerException e) {
    return e.error().message();
  }

  /// What is to be done: null for nothing, empty when it must be made anew.
  private @Nullable String missing(List<FoundTable> tables) {
    List<boolean[]> found =
        connection.queryList(
            FOUND, row -> new boolean[] {row.getBoolean(0), row.getBoolean(1)}, name);
    if (found.isEmpty()) {
      return "CREATE PUBLICATION %s FOR TABLE %s WITH (publish_via_partition_root = true)"
          .formatted(CachedTable.quoted(name), list(tables));
    }
    boolean isWhole = found.getFirst()[0];
    if (!isWhole) {
      return "";
    }
    Set<String> published = new HashSet<>();
    List<String> filtered = new ArrayList<>();
    connection.query(
        TABLES,
        row -> {
          String table = String.valueOf(row.getString(0));
          published.add(table);
          if (row.getBoolean(1)) {
            filtered.add(table);
          }
        },
        name);
    List<FoundTable> lacking =
        tables.stream().filter(table -> !published.contains(table.toString())).toList();
    if (tables.stream().anyMatch(table -> filtered.contains(table.toString()))) {
      return "";
    }
    return lacking.isEmpty()
        ? null
        : "ALTER PUBLICATION %s ADD TABLE %s".formatted(CachedTable.quoted(name), list(lacking));
  }

  private static String list(List<FoundTable> tables) {
    return tables.stream().map(FoundTable::sql).collect(Collectors.joining(", "));
  }
}
