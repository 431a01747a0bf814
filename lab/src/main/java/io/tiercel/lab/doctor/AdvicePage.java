package io.tiercel.lab.doctor;

import io.tiercel.json.advisor.Advice;
import io.tiercel.json.advisor.CandidateAdvice;
import io.tiercel.json.advisor.StatementAdvice;
import io.tiercel.json.advisor.TableAdvice;
import io.tiercel.json.advisor.workload.WorkloadCollector;
import io.tiercel.lab.report.BarChart;
import io.tiercel.lab.report.BarChart.Bar;
import io.tiercel.lab.report.Page;
import java.util.ArrayList;
import java.util.List;

/// An advice as a page with charts.
final class AdvicePage {
  private static final int MAX_BARS = 8;

  private AdvicePage() {}

  static String html(Advice advice) {
    var page =
        new Page(
            "Queries on documents",
            "PostgreSQL "
                + advice.server()
                + ". Statements were run on the tables read only; candidates were tried on a sample"
                + " with real commands and real values, and rolled back.");
    advice.tables().forEach(table -> table(page, table));
    if (!advice.notes().isEmpty()) {
      page.heading("Notes");
      page.items(advice.notes());
    }
    return page.html();
  }

  private static void table(Page page, TableAdvice table) {
    page.heading(table.facts().document().toString());
    page.paragraph(AdviceText.heading(table) + ". " + AdviceText.writes(table.facts()) + ".");
    page.charts(List.of(total(table), statements(table), gains(table), disk(table)));
    page.subheading("Statements as they are");
    page.table(
        List.of("statement", "calls a day", "a call", "advised", "buffers", "estimate off by", ""),
        table.statements().stream().map(AdvicePage::row).toList(),
        true);
    page.subheading("Candidates");
    page.table(
        List.of(
            "",
            "for",
            "gain a day",
            "writes a day",
            "disk",
            "build",
            "HOT",
            "estimate off by",
            "advised",
            "reason"),
        candidates(table),
        false);
    page.subheading("Values in a sample of %,d rows".formatted(table.sampleRows()));
    page.items(table.paths().stream().map(AdviceText::path).toList());
    for (CandidateAdvice chosen : table.chosen()) {
      page.folded(
          chosen.candidate().kind().text() + " on " + chosen.candidate().expression(),
          commands(chosen));
    }
    page.items(table.notes());
  }

  private static String commands(CandidateAdvice chosen) {
    var text = new StringBuilder();
    chosen.candidate().up().forEach(command -> text.append(command.sql()).append(";\n"));
    text.append("\n-- undo\n");
    chosen.candidate().down().forEach(command -> text.append(command.sql()).append(";\n"));
    return text.append("\n-- lock: ").append(chosen.candidate().lock()).toString();
  }

  private static BarChart total(TableAdvice table) {
    return new BarChart(
        "Time of a day's statements",
        List.of(
            bar("advised", Math.max(0, table.millisPerDayAdvised())),
            bar("do nothing", table.millisPerDay())));
  }

  private static Bar bar(String label, double millis) {
    return new Bar(label, millis, Figures.millis(millis));
  }

  private static BarChart statements(TableAdvice table) {
    return new BarChart(
        "Statements, time of a day",
        table.statements().stream()
            .limit(MAX_BARS)
            .map(
                statement ->
                    bar(
                        "#" + (table.statements().indexOf(statement) + 1),
                        statement.millisPerDay()))
            .toList());
  }

  private static BarChart gains(TableAdvice table) {
    return new BarChart(
        "Candidates, net gain of a day",
        table.candidates().stream()
            .limit(MAX_BARS)
            .map(
                candidate -> bar(label(table, candidate), Math.max(0, candidate.netMillisPerDay())))
            .toList());
  }

  private static BarChart disk(TableAdvice table) {
    return new BarChart(
        "Candidates, disk",
        table.candidates().stream()
            .limit(MAX_BARS)
            .map(
                candidate ->
                    new Bar(
                        label(table, candidate),
                        Math.max(0, candidate.bytes()),
                        Figures.bytes(candidate.bytes())))
            .toList());
  }

  private static String label(TableAdvice table, CandidateAdvice candidate) {
    return (table.candidates().indexOf(candidate) + 1) + " " + candidate.candidate().kind().text();
  }

  private static List<String> row(StatementAdvice statement) {
    boolean isTried = statement.note().isEmpty();
    return List.of(
        WorkloadCollector.oneLine(statement.entry().statement().sql()),
        Figures.count(statement.entry().statement().callsPerDay()),
        isTried ? Figures.millis(statement.millis()) : "",
        isTried ? Figures.millis(statement.advisedMillis()) : "",
        isTried ? Figures.count(statement.buffers()) : "",
        isTried ? Figures.times(statement.estimateError()) : "",
        isTried && !statement.isMeasured() ? "computed from the sample" : statement.note());
  }

  private static List<List<String>> candidates(TableAdvice table) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "do nothing",
            "",
            "0 ms",
            "0 ms",
            "0 kB",
            "",
            "",
            "",
            "",
            "what a day takes: " + Figures.millis(table.millisPerDay())));
    for (CandidateAdvice advice : table.candidates()) {
      rows.add(
          List.of(
              label(table, advice) + ": " + advice.candidate().expression(),
              advice.candidate().why(),
              Figures.millis(advice.gainMillisPerDay()),
              Figures.millis(advice.writeMillisPerDay()),
              Figures.bytes(advice.bytes()),
              Figures.millis(advice.buildSeconds() * 1000),
              Figures.percent(advice.writesBefore().hotShare())
                  + " → "
                  + Figures.percent(advice.writes().hotShare()),
              Figures.times(advice.estimateErrorBefore())
                  + " → "
                  + Figures.times(advice.estimateErrorAfter()),
              advice.isChosen() ? "yes" : "no",
              advice.reason()));
    }
    return rows;
  }
}
