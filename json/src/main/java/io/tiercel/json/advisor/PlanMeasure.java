package io.tiercel.json.advisor;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// What one run of a statement took, as `EXPLAIN (ANALYZE, BUFFERS)` has it. Immutable.
///
/// @param millis of the execution
/// @param buffers shared buffers that were touched, read or found
/// @param estimatedRows of the scans of the table
/// @param actualRows of the scans of the table
/// @param isScan whether the whole table was read
/// @param indexes that were used, by name
/// @param walBytes what was logged
public record PlanMeasure(
    double millis,
    long buffers,
    double estimatedRows,
    double actualRows,
    boolean isScan,
    List<String> indexes,
    long walBytes) {
  public PlanMeasure {
    indexes = List.copyOf(indexes);
  }

  /// By what factor the number of rows was estimated wrong, at least 1.
  public double estimateError() {
    double estimated = Math.max(1, estimatedRows);
    double actual = Math.max(1, actualRows);
    return Math.max(estimated / actual, actual / estimated);
  }

  /// Reads the plan, of which the scans of one table count.
  static PlanMeasure of(JsonNode explained, String table) {
    JsonNode plan = Objects.requireNonNull(explained.get("Plan"));
    List<JsonNode> nodes = new ArrayList<>();
    collect(plan, nodes);
    double estimated = 0;
    double actual = 0;
    boolean isScan = false;
    var indexes = new TreeSet<String>();
    for (JsonNode node : nodes) {
      if (node.has("Index Name")) {
        indexes.add(node.get("Index Name").asString());
      }
      if (node.path("Relation Name").asString("").equals(table)) {
        double loops = node.path("Actual Loops").asDouble(1);
        estimated += node.path("Plan Rows").asDouble() * loops;
        actual += node.path("Actual Rows").asDouble() * loops;
        isScan |= node.path("Node Type").asString("").endsWith("Seq Scan");
      }
    }
    return new PlanMeasure(
        explained.path("Execution Time").asDouble(),
        plan.path("Shared Hit Blocks").asLong() + plan.path("Shared Read Blocks").asLong(),
        estimated,
        actual,
        isScan,
        List.copyOf(indexes),
        plan.path("WAL Bytes").asLong());
  }

  private static void collect(JsonNode node, List<JsonNode> nodes) {
    nodes.add(node);
    node.path("Plans").forEach(child -> collect(child, nodes));
  }
}
