package io.tiercel.json.advisor;

import io.tiercel.json.advisor.workload.DocumentColumn;
import io.tiercel.json.advisor.workload.DocumentColumns;
import io.tiercel.json.advisor.workload.ObservedStatement;
import io.tiercel.json.advisor.workload.WorkloadCollector;
import io.tiercel.wire.Connection;
import java.util.List;

/// A table of documents with skewed and unique values, most of them out of line, and statements on
/// it.
final class Instances {
  static final int ROWS = 12_000;

  private Instances() {}

  static void create(Connection connection, int rows, int seed) {
    connection.execute(
        "create table instances (id bigint generated always as identity primary key, doc jsonb not"
            + " null, owner text)");
    connection.execute("select setseed($1::float8)", seed / 1000.0);
    connection.execute(
        """
        insert into instances (doc, owner)
        select jsonb_build_object('hrid', 'in' || n, 'status', case when random() < 0.9 then 'ok' else
            (array['new', 'held', 'gone'])[1 + floor(random() * 3)::int] end,
          'title', 'Book ' || substr(md5(n::text), 1, 6), 'year', (1900 + n % 120)::text,
          'ids', jsonb_build_array(jsonb_build_object('type', 'isbn', 'value', '978' || n)),
          'notes', (select string_agg(md5(n::text || i), '') from generate_series(1, 120) i)), 'o' || n % 7
        from generate_series(1, $1::text::int) n
        """,
        Integer.toString(rows));
    connection.execute("vacuum analyze instances");
  }

  static ObservedStatement statement(double callsPerDay, String sql) {
    return new ObservedStatement(sql, callsPerDay, null, ObservedStatement.Source.GIVEN);
  }

  static List<ObservedStatement> statements() {
    return List.of(
        statement(20_000, "select id, doc from instances where doc->>'hrid' = $1"),
        statement(
            5_000, "select id from instances i where i.doc @> '{\"ids\":[{\"value\":\"97877\"}]}'"),
        statement(
            5_000,
            "select id from instances where doc->>'status' = 'new' order by doc->>'title' limit"
                + " $1"),
        statement(10, "select doc->>'status', count(*) from instances group by doc->>'status'"),
        statement(3, "select id from instances where owner = $1 and (doc->>'year')::int > 2000"));
  }

  static DocumentColumn document(Connection connection) {
    return DocumentColumns.read(connection).all().getFirst();
  }

  static Advice advise(
      Connection connection, AdvisorOptions options, List<ObservedStatement> statements) {
    var advisor = new Advisor(connection, options, line -> {});
    var collector = new WorkloadCollector(connection, advisor.columns());
    collector.add(statements);
    return advisor.advise(collector.collect(), document -> true);
  }
}
