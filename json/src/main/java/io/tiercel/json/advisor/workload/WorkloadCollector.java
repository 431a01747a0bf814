package io.tiercel.json.advisor.workload;

import io.tiercel.wire.Connection;
import io.tiercel.wire.error.ServerException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Brings together what the application recorded, what is given, and what the server has seen.
///
/// `pg_stat_statements` has how often and how long, but `$1` for every constant, the path of
/// `content ->> 'leader'` among them, and it counts such a statement on one path together with the
/// same on another. `pg_stat_activity` has texts as they were sent, and both have the identifier of
/// the query: so texts are from there, or given, and their frequency from the statistics; where
/// several texts have one identifier its calls are divided by how often each was seen. Confined to
/// the thread of its connection.
public final class WorkloadCollector {
  private static final String ACTIVITY =
      """
      select query_id, query, octet_length(query)
          >= pg_size_bytes(current_setting('track_activity_query_size')) - 1
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and query_id is not null and query <> ''
      """;
  private static final String AGE =
      "select greatest(extract(epoch from now() - stats_reset)::float8, 1) / 86400"
          + " from %s.pg_stat_statements_info";

  /// What the advisor itself ran on its samples: it reads the documents too, but nobody's workload
  /// is made of it.
  private static final String OWN_TABLES = "\"tiercel_(sample|held|half|twin|anew|probe)";

  private final Connection connection;
  private final DocumentColumns columns;
  private final List<String> notes = new ArrayList<>();

  /// Texts by identifier, with how often each was seen.
  private final Map<Long, Map<String, Seen>> texts = new HashMap<>();

  private final List<ObservedStatement> withoutIdentifier = new ArrayList<>();

  public WorkloadCollector(Connection connection, DocumentColumns columns) {
    this.connection = connection;
    this.columns = columns;
  }

  private record Seen(ObservedStatement statement, double weight) {}

  private record Counted(String text, double callsPerDay, double meanMillis) {}

  /// Adds statements that are known otherwise. Blocks.
  public void add(List<ObservedStatement> statements) {
    for (ObservedStatement statement : statements) {
      Long identifier = identifier(statement.sql());
      if (identifier == null) {
        withoutIdentifier.add(statement);
      } else {
        see(identifier, statement, Math.max(statement.callsPerDay(), 1));
      }
    }
  }

  /// Looks once into `pg_stat_activity`: what runs, and what each idle session ran last. Blocks.
  public void sampleActivity() {
    connection.query(
        ACTIVITY,
        row -> {
          String sql = Objects.requireNonNull(row.getString(1)).strip();
          if (row.getBoolean(2)) {
            notes.add("pg_stat_activity has cut it (track_activity_query_size): " + oneLine(sql));
            return;
          }
          see(
              row.getLong(0),
              new ObservedStatement(sql, 0, null, ObservedStatement.Source.ACTIVITY),
              1);
        });
  }

  private void see(long identifier, ObservedStatement statement, double weight) {
    texts
        .computeIfAbsent(identifier, id -> new LinkedHashMap<>())
        .merge(
            statement.sql(),
            new Seen(statement, weight),
            (a, b) ->
                new Seen(
                    // What was given with a number of calls keeps it.
                    a.statement().callsPerDay() > 0 ? a.statement() : b.statement(),
                    a.weight() + b.weight()));
  }

  /// The identifier of a query, as the server computes it; null if it does not.
  private @Nullable Long identifier(String sql) {
    StatementUses uses = StatementUses.of(sql, columns);
    if (uses.isEmpty() || !uses.isQuery()) {
      return null;
    }
    try {
      Long[] identifier = new Long[1];
      connection.query(
          "explain (verbose, costs off, format json) " + sql,
          row -> {
            var plan = JsonText.parse(Objects.requireNonNull(row.getString(0))).get(0);
            if (plan.has("Query Identifier")) {
              identifier[0] = plan.get("Query Identifier").asLong();
            }
          },
          new @Nullable Object[uses.text().parameters()]);
      return identifier[0];
    } catch (ServerException e) {
      notes.add("the server cannot plan: " + oneLine(sql) + ": " + e.error().message());
      return null;
    }
  }

  /// The workload. Blocks.
  public Workload collect() {
    Map<Long, Counted> counted = statistics();
    List<ObservedStatement> statements = new ArrayList<>(withoutIdentifier);
    texts.forEach(
        (identifier, seen) -> {
          Counted total = counted.remove(identifier);
          statements.addAll(divided(List.copyOf(seen.values()), total));
        });
    counted
        .values()
        .forEach(
            line ->
                statements.add(
                    new ObservedStatement(
                        line.text(),
                        line.callsPerDay(),
                        line.meanMillis(),
                        ObservedStatement.Source.STATISTICS)));
    return workload(statements);
  }

  /// The texts of one identifier with their calls: those that are known, and for the others what is
  /// left of the server's count.
  private List<ObservedStatement> divided(List<Seen> seen, @Nullable Counted total) {
    double known = seen.stream().mapToDouble(one -> one.statement().callsPerDay()).sum();
    double left = total == null ? 0 : Math.max(0, total.callsPerDay() - known);
    double weights =
        seen.stream()
            .filter(one -> one.statement().callsPerDay() == 0)
            .mapToDouble(Seen::weight)
            .sum();
    if (total != null && seen.size() > 1) {
      notes.add(
          ("%d texts share one line of pg_stat_statements, %.0f calls a day, divided by how often"
                  + " each was seen: %s")
              .formatted(seen.size(), total.callsPerDay(), oneLine(total.text())));
    }
    List<ObservedStatement> divided = new ArrayList<>();
    for (Seen one : seen) {
      double calls = one.statement().callsPerDay();
      if (calls == 0) {
        calls = total == null ? 1 : left * one.weight() / weights;
      }
      if (total == null && one.statement().callsPerDay() == 0) {
        notes.add("counted as one call a day: " + oneLine(one.statement().sql()));
      }
      divided.add(one.statement().times(calls, total == null ? null : total.meanMillis()));
    }
    return divided;
  }

  private Workload workload(List<ObservedStatement> statements) {
    List<Workload.Entry> entries = new ArrayList<>();
    int others = 0;
    for (ObservedStatement statement : statements) {
      StatementUses uses = StatementUses.of(statement.sql(), columns);
      if (uses.isEmpty()) {
        others++;
        continue;
      }
      uses.notUnderstood()
          .forEach(
              part ->
                  notes.add("not understood, " + part + " (in " + oneLine(statement.sql()) + ")"));
      entries.add(new Workload.Entry(statement, uses));
    }
    entries.sort(
        Comparator.comparingDouble((Workload.Entry entry) -> -entry.statement().callsPerDay()));
    return new Workload(entries, notes.stream().distinct().toList(), others);
  }

  /// The lines of `pg_stat_statements`, by identifier.
  private Map<Long, Counted> statistics() {
    Map<Long, Counted> lines = new LinkedHashMap<>();
    List<String> schema =
        connection.queryList(
            "select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid ="
                + " e.extnamespace where e.extname = 'pg_stat_statements'",
            row -> Objects.requireNonNull(row.getString(0)));
    if (schema.isEmpty()) {
      notes.add("pg_stat_statements is not there: only what was given or recorded has its calls");
      return lines;
    }
    try {
      double[] days = new double[1];
      connection.query(AGE.formatted(schema.getFirst()), row -> days[0] = row.getDouble(0));
      connection.query(
          """
          select queryid, min(query), sum(calls)::float8,
            (sum(total_exec_time) / greatest(sum(calls), 1))::float8
          from %s.pg_stat_statements s join pg_database d on d.oid = s.dbid
          where d.datname = current_database() and queryid is not null and query is not null
            and query not ilike 'explain%%' and query !~ '%s'
          group by queryid
          """
              .formatted(schema.getFirst(), OWN_TABLES),
          row ->
              lines.put(
                  row.getLong(0),
                  new Counted(
                      Objects.requireNonNull(row.getString(1)),
                      row.getDouble(2) / days[0],
                      row.getDouble(3))));
    } catch (ServerException e) {
      notes.add("pg_stat_statements cannot be read: " + e.error().message());
    }
    return lines;
  }

  /// The beginning of a statement, for a message.
  public static String oneLine(String sql) {
    String line = String.join(" ", Arrays.asList(sql.strip().split("\\s+")));
    return line.length() <= 160 ? line : line.substring(0, 157) + "…";
  }
}
