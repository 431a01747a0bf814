package io.tiercel.lab.doctor;

import io.tiercel.json.advisor.Advice;
import io.tiercel.json.advisor.Arrival;
import io.tiercel.json.advisor.CandidateAdvice;
import io.tiercel.json.advisor.PathFacts;
import io.tiercel.json.advisor.StatementAdvice;
import io.tiercel.json.advisor.TableAdvice;
import io.tiercel.json.advisor.TableFacts;
import io.tiercel.json.advisor.workload.WorkloadCollector;
import java.util.ArrayList;
import java.util.List;

/// An advice as lines for a terminal.
final class AdviceText {
  private AdviceText() {}

  static List<String> lines(Advice advice) {
    List<String> lines = new ArrayList<>();
    lines.add("PostgreSQL " + advice.server());
    for (TableAdvice table : advice.tables()) {
      lines.add("");
      table(table, lines);
    }
    if (!advice.notes().isEmpty()) {
      lines.add("");
      lines.add("Notes");
      advice.notes().forEach(note -> lines.add("  " + note));
    }
    if (advice.others() > 0) {
      lines.add("  %d statements have nothing to do with documents".formatted(advice.others()));
    }
    return lines;
  }

  private static void table(TableAdvice table, List<String> lines) {
    lines.add(heading(table));
    lines.add("  " + writes(table.facts()));
    lines.add("  Values in a sample of %,d rows".formatted(table.sampleRows()));
    for (PathFacts path : table.paths()) {
      lines.add("    " + path(path));
    }
    lines.add("  Statements as they are");
    for (StatementAdvice statement : table.statements()) {
      lines.add("    " + statement(statement));
      lines.add("      " + WorkloadCollector.oneLine(statement.entry().statement().sql()));
    }
    lines.add(
        "  Do nothing: %s a day. Do what is advised: %s a day."
            .formatted(
                Figures.millis(table.millisPerDay()), Figures.millis(table.millisPerDayAdvised())));
    for (CandidateAdvice candidate : table.candidates()) {
      candidate(candidate, lines);
    }
    table.notes().forEach(note -> lines.add("  Note: " + note));
  }

  static String heading(TableAdvice table) {
    TableFacts facts = table.facts();
    return "%s: %s rows, heap %s, TOAST %s, indexes %s"
        .formatted(
            facts.document(),
            Figures.count(facts.rows()),
            Figures.bytes(facts.heapBytes()),
            Figures.bytes(facts.toastBytes()),
            Figures.bytes(facts.indexBytes()));
  }

  static String writes(TableFacts facts) {
    return "%s inserts and %s updates a day (%s HOT) by the statistics of %s days; compression %s"
        .formatted(
            Figures.count(Math.round(facts.insertsPerDay())),
            Figures.count(Math.round(facts.updatesPerDay())),
            Figures.percent(facts.hotShare()),
            Figures.format("%.1f", facts.statisticsDays()),
            facts.compression());
  }

  static String path(PathFacts path) {
    return "%s: present in %s, %s distinct, the most common is %s, %s bytes"
        .formatted(
            path.expression(),
            Figures.percent(path.present()),
            Figures.count(path.distinct()),
            Figures.percent(path.mostCommon()),
            Figures.count(Math.round(path.meanBytes())));
  }

  private static String statement(StatementAdvice statement) {
    String calls =
        Figures.count(statement.entry().statement().callsPerDay())
            + " calls a day ("
            + statement.entry().statement().source().text()
            + ")";
    if (!statement.note().isEmpty()) {
      return calls + ", " + statement.note();
    }
    return "%s, %s a call%s, %s a day, %s buffers, rows estimated wrong by %s"
        .formatted(
            calls,
            Figures.millis(statement.millis()),
            statement.isMeasured() ? "" : " (computed from the sample)",
            Figures.millis(statement.millisPerDay()),
            Figures.count(statement.buffers()),
            Figures.times(statement.estimateError()));
  }

  private static void candidate(CandidateAdvice advice, List<String> lines) {
    lines.add(
        "  %s %s on %s, for %s: %s"
            .formatted(
                advice.isChosen() ? "DO   " : "leave",
                advice.candidate().kind().text(),
                advice.candidate().expression(),
                advice.candidate().why(),
                advice.reason()));
    lines.add("          " + price(advice));
    if (advice.isChosen()) {
      advice.candidate().up().forEach(command -> lines.add("          " + command.sql() + ";"));
      lines.add("          lock: " + advice.candidate().lock());
    }
  }

  static String price(CandidateAdvice advice) {
    return "gains %s a day, writes cost %s a day more (insert %s to %s us, %s to %s bytes of WAL; HOT %s to %s), %s on disk, built in %s, estimates wrong by %s to %s"
        .formatted(
            Figures.millis(advice.gainMillisPerDay()),
            Figures.millis(advice.writeMillisPerDay()),
            Figures.count(Math.round(advice.writesBefore().insertMicros())),
            Figures.count(Math.round(advice.writes().insertMicros())),
            Figures.count(Math.round(advice.writesBefore().insertWalBytes())),
            Figures.count(Math.round(advice.writes().insertWalBytes())),
            Figures.percent(advice.writesBefore().hotShare()),
            Figures.percent(advice.writes().hotShare()),
            Figures.bytes(advice.bytes()),
            Figures.millis(advice.buildSeconds() * 1000),
            Figures.times(advice.estimateErrorBefore()),
            Figures.times(advice.estimateErrorAfter()));
  }

  /// What was promised and what came of it.
  static List<String> arrivals(TableAdvice table, List<Arrival> arrivals) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(table.facts().document() + ": a call before, promised, now");
    for (Arrival arrival : arrivals) {
      lines.add(
          "  %10s %10s %10s  %s"
              .formatted(
                  Figures.millis(arrival.beforeMillis()),
                  Figures.millis(arrival.promisedMillis()),
                  Figures.millis(arrival.arrivedMillis()),
                  WorkloadCollector.oneLine(arrival.sql())));
    }
    lines.add(
        "  the time saved each day differs from what was promised by "
            + Figures.times(Arrival.factor(arrivals)));
    return lines;
  }
}
