package io.tiercel.jpa.querycache;

import io.tiercel.cache.CachedValue;
import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.query.Results;
import io.tiercel.cache.query.UniqueIndex;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.query.QueryPlan;
import io.tiercel.jpa.shared.SharedEntities;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The stored results of a unit's queries, and its indexes by unique columns. Safe for any number
/// of threads.
public final class QueryResults {
  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");
  private static final int MAX_TOLD = 1_000;

  /// Of the room for rows an index by unique columns may take so much in addition.
  private static final int INDEX_SHARE = 16;

  /// A result larger than this part of the room would push out too many others.
  private static final int RESULT_SHARE = 32;

  private final SharedEntities entities;
  private final ConcurrentHashMap<IndexKey, Index> indexes = new ConcurrentHashMap<>();

  /// The queries whose refusal the log has told of.
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /// By the entities of which all rows are to be kept.
  private final ConcurrentHashMap<EntityMapping, WholeTable> wholes = new ConcurrentHashMap<>();

  private record IndexKey(EntityMapping entity, List<String> columns) {}

  /// @param table that it was made for
  /// @param columns in the order of its values
  record Index(WatchedTable table, List<Column> columns, UniqueIndex<Object> index) {}

  /// For the entities of a unit.
  public QueryResults(SharedEntities entities) {
    this.entities = entities;
  }

  SharedEntities entities() {
    return entities;
  }

  Results<Object, CachedValue> results() {
    return entities.cache().results();
  }

  /// How many bytes a result may have.
  long maxBytes() {
    return entities.settings().maxBytes() / RESULT_SHARE;
  }

  /// Whether results are stored of queries that have no hint.
  public boolean storesAll() {
    return entities.settings().cachesQueries();
  }

  /// What is known of the results of a query.
  PlannedResults of(QueryPlan plan) {
    return plan.attached(PlannedResults.class, made -> PlannedResults.of(made, this));
  }

  /// The query as one for the entity with some unique values; null for others.
  public @Nullable UniqueLookup unique(QueryPlan plan) {
    return of(plan).unique();
  }

  /// The index by those columns; null as long as the table is not followed, or where a column does
  /// not compare by equality of values.
  @Nullable Index index(UniqueColumns columns, @Nullable WatchedTable table) {
    if (table == null) {
      return null;
    }
    var key = new IndexKey(columns.entity(), columns.names());
    Index known = indexes.get(key);
    if (known != null && known.table() == table) {
      return known;
    }
    List<Column> watched = new ArrayList<>();
    for (String name : columns.names()) {
      Column column = table.column(name);
      if (column == null || !column.domain().isExact()) {
        return null;
      }
      watched.add(column);
    }
    return indexes.compute(
        key,
        (any, present) ->
            present != null && present.table() == table
                ? present
                : new Index(
                    table,
                    List.copyOf(watched),
                    entities
                        .cache()
                        .index(table, watched, entities.settings().maxBytes() / INDEX_SHARE)));
  }

  /// The entity as one of which all rows are kept; null when the unit does not ask for that, or its
  /// rows are of several classes or tables.
  @Nullable WholeTable whole(EntityMapping entity) {
    return entities.settings().whole().contains(entity.entityName())
            && entity.root() == entity
            && entity.withSubtypes().size() == 1
            && entity.tables().size() == 1
        ? wholes.computeIfAbsent(entity, any -> new WholeTable(any, entities.settings().maxBytes()))
        : null;
  }

  /// Says once why results of a query are not stored.
  public void tell(String query, String why) {
    if (LOG.isLoggable(Level.DEBUG) && told.size() < MAX_TOLD && told.add(query)) {
      LOG.log(Level.DEBUG, () -> "results are not cached: %s. The query: %s".formatted(why, query));
    }
  }
}
