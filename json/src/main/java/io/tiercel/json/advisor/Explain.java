package io.tiercel.json.advisor;

import io.tiercel.wire.Connection;
import java.util.Objects;
import tools.jackson.databind.json.JsonMapper;

/// Runs statements under EXPLAIN. Confined to the thread of its connection.
record Explain(Connection connection) {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final double SLOW_MILLIS = 500;

  /// One run. The extended protocol takes one statement only, so nothing comes behind it.
  PlanMeasure once(String sql, String table) {
    PlanMeasure[] measure = new PlanMeasure[1];
    connection.query(
        "explain (analyze, buffers, wal, timing off, summary on, format json) " + sql,
        row ->
            measure[0] =
                PlanMeasure.of(
                    MAPPER.readTree(Objects.requireNonNull(row.getString(0))).get(0), table));
    return Objects.requireNonNull(measure[0]);
  }

  /// The quickest of several runs, of which a slow statement has fewer: what else the machine does
  /// makes a run longer, nothing makes it shorter.
  PlanMeasure best(String sql, String table, int runs) {
    PlanMeasure best = once(sql, table);
    for (int i = 1; i < runs && best.millis() < SLOW_MILLIS; i++) {
      PlanMeasure next = once(sql, table);
      best = next.millis() < best.millis() ? next : best;
    }
    return best;
  }
}
