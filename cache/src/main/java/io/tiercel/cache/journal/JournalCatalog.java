package io.tiercel.cache.journal;

import io.tiercel.cache.guard.Catalog;
import io.tiercel.cache.guard.CatalogState;
import io.tiercel.cache.guard.Obstacle;
import io.tiercel.cache.guard.Publication;
import io.tiercel.cache.guard.TableName;
import io.tiercel.cache.guard.TableState;
import io.tiercel.wire.Connection;
import io.tiercel.wire.replication.LogicalMessage.Column;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Asks the catalog whether all changes of the cached tables are recorded in the journal.
public final class JournalCatalog {
  private static final String MEMBERS =
      """
      SELECT w.s, w.n, m.relid::bigint, m.relid::regclass::text,
        4 = (SELECT count(*) FROM pg_trigger t
          WHERE t.tgrelid = m.relid AND t.tgenabled = 'A' AND starts_with(t.tgname, $1)),
        EXISTS (SELECT FROM pg_subscription_rel r WHERE r.srrelid = m.relid),
        (SELECT string_agg(concat_ws(':', t.oid, t.xmin), ',' ORDER BY t.oid) FROM pg_trigger t
          WHERE t.tgrelid = m.relid AND starts_with(t.tgname, $1))
      FROM unnest($2::text[], $3::text[]) AS w(s, n)
      JOIN pg_namespace ns ON ns.nspname = w.s
      JOIN pg_class c ON c.relnamespace = ns.oid AND c.relname = w.n
      CROSS JOIN LATERAL (
        SELECT c.oid AS relid UNION SELECT t.relid::oid FROM pg_partition_tree(c.oid) t
        WHERE c.relkind = 'p') m
      WHERE c.relkind IN ('r', 'p')
      ORDER BY w.s, w.n, m.relid\
      """;

  private static final String KEYS =
      """
      SELECT w.s, w.n, a.attname::text, a.atttypid::bigint, a.atttypmod
      FROM unnest($1::text[], $2::text[]) AS w(s, n)
      JOIN pg_namespace ns ON ns.nspname = w.s
      JOIN pg_class c ON c.relnamespace = ns.oid AND c.relname = w.n
      JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, place)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
      ORDER BY w.s, w.n, k.place\
      """;

  private final Map<TableName, JournaledTable> tables = new HashMap<>();
  private final Map<TableName, TableState> states = new HashMap<>();
  private final Set<TableName> subscribed = new HashSet<>();
  private final StringBuilder triggers = new StringBuilder();

  private JournalCatalog() {}

  /// Asks. Takes no privilege. Blocks.
  public static JournalCatalog load(Connection connection, Collection<TableName> names) {
    var catalog = new JournalCatalog();
    CatalogState plain = Catalog.load(connection, new Publication(""), names);
    catalog.read(connection, names);
    boolean isThere = Journal.isThere(connection);
    for (TableName name : names) {
      TableState state = plain.table(name);
      catalog.states.put(
          name,
          new TableState(
              state.isFit() ? catalog.obstacle(name, isThere) : state.obstacle(),
              catalog.isFit(name, state),
              catalog.isFit(name, state) && catalog.table(name).lacking().isEmpty(),
              state.fingerprint()));
    }
    return catalog;
  }

  /// A replica identity without a primary key does for a stream, not for triggers.
  private boolean isFit(TableName name, TableState state) {
    return state.isFit() && !table(name).key().isEmpty();
  }

  private void read(Connection connection, Collection<TableName> names) {
    String[] schemas = names.stream().map(TableName::schema).toArray(String[]::new);
    String[] tableNames = names.stream().map(TableName::name).toArray(String[]::new);
    Map<TableName, List<Column>> keys = new HashMap<>();
    connection.query(
        KEYS,
        row ->
            keys.computeIfAbsent(name(row), any -> new ArrayList<>())
                .add(new Column(text(row, 2), true, (int) row.getLong(3), row.getInt(4))),
        schemas,
        tableNames);
    Map<TableName, List<Member>> members = new HashMap<>();
    connection.query(
        MEMBERS,
        row -> members.computeIfAbsent(name(row), any -> new ArrayList<>()).add(Member.of(row)),
        Journal.PREFIX,
        schemas,
        tableNames);
    for (TableName name : names) {
      table(name, keys.getOrDefault(name, List.of()), members.getOrDefault(name, List.of()));
    }
  }

  /// A table or a partition of it.
  private record Member(
      long oid, String sql, boolean isRecorded, boolean isSubscribed, String triggers) {
    static Member of(DataRow row) {
      return new Member(
          row.getLong(2),
          text(row, 3),
          row.getBoolean(4),
          row.getBoolean(5),
          String.valueOf(row.getString(6)));
    }
  }

  private void table(TableName name, List<Column> key, List<Member> members) {
    var oids = new HashSet<Long>();
    var lacking = new ArrayList<String>();
    for (Member member : members) {
      oids.add(member.oid());
      triggers.append(member.oid()).append('=').append(member.triggers()).append(';');
      if (!member.isRecorded()) {
        lacking.add(member.sql());
      }
      if (member.isSubscribed()) {
        subscribed.add(name);
      }
    }
    tables.put(name, new JournaledTable(name, key, oids, lacking));
  }

  private @Nullable Obstacle obstacle(TableName name, boolean isThere) {
    if (subscribed.contains(name)) {
      return new Obstacle(
          "table %s is filled by a subscription, which fires no triggers of statements"
              .formatted(name),
          "do not cache the entity, or follow the stream");
    }
    JournaledTable table = table(name);
    if (table.key().isEmpty()) {
      return new Obstacle(
          "table %s has no primary key, by which the journal knows its rows".formatted(name),
          "ALTER TABLE %s ADD PRIMARY KEY (…)".formatted(name));
    }
    if (isThere && table.lacking().isEmpty()) {
      return null;
    }
    return new Obstacle(
        "changes of %s are not recorded in the journal"
            .formatted(String.join(", ", table.lacking())),
        "run the statements that Journal.statements gives, as the owner of the tables");
  }

  /// The tables that could be recorded.
  public List<JournaledTable> fit() {
    return states.entrySet().stream()
        .filter(entry -> entry.getValue().isFit())
        .map(entry -> table(entry.getKey()))
        .toList();
  }

  /// One of the tables that were asked for.
  public JournaledTable table(TableName name) {
    return Objects.requireNonNull(tables.get(name));
  }

  /// What was found, in the form of the stream's: what concerns its publication there are the
  /// triggers here.
  public CatalogState state() {
    return new CatalogState(true, triggers.toString(), false, states);
  }

  private static TableName name(DataRow row) {
    return new TableName(text(row, 0), text(row, 1));
  }

  private static String text(DataRow row, int column) {
    return Objects.requireNonNull(row.getString(column));
  }
}
