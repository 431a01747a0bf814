package io.tiercel.lab.bench;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tiercel.lab.bench.result.Outcome;
import io.tiercel.lab.bench.result.Series;
import io.tiercel.lab.bench.result.Target.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Everything that was measured, every round of it, as JSON. Figures that could not be had are
/// `"NaN"`.
final class JsonReport {
  private JsonReport() {}

  static void write(
      Path file, Map<String, String> environment, List<Outcome> outcomes, List<Verdict> verdicts)
      throws IOException {
    var report = new LinkedHashMap<String, Object>();
    report.put("environment", environment);
    report.put("workloads", outcomes.stream().map(JsonReport::workload).toList());
    report.put("targets", verdicts.stream().map(JsonReport::verdict).toList());
    JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValue(file.toFile(), report);
  }

  private static Map<String, Object> workload(Outcome outcome) {
    var workload = new LinkedHashMap<String, Object>();
    workload.put("name", outcome.workload().title());
    workload.put("description", outcome.workload().description(outcome.units()));
    workload.put("unit", outcome.workload().unit());
    workload.put("units", outcome.units());
    workload.put("peers", outcome.series().stream().map(JsonReport::series).toList());
    return workload;
  }

  private static Map<String, Object> series(Series series) {
    var peer = new LinkedHashMap<String, Object>();
    peer.put("name", series.peer().label());
    peer.put("unitsPerSecond", series.rate());
    peer.put("statementsPerUnit", series.statements());
    peer.put("roundTripsPerUnit", series.roundTrips());
    peer.put("liveHeapBytes", series.liveHeapBytes());
    peer.put("rounds", series.samples());
    return peer;
  }

  private static Map<String, Object> verdict(Verdict verdict) {
    var target = verdict.target();
    var entry = new LinkedHashMap<String, Object>();
    entry.put("workload", target.workload().title());
    entry.put("claim", target.claim());
    entry.put(target.isAtLeast() ? "atLeast" : "atMost", target.bound());
    entry.put("actual", verdict.actual());
    entry.put("met", verdict.isMet());
    return entry;
  }
}
