package io.tiercel.lab.tour;

import io.tiercel.lab.data.DataSet;
import io.tiercel.lab.data.ShopTask;
import io.tiercel.lab.report.BarChart;
import io.tiercel.lab.report.BarChart.Bar;
import io.tiercel.lab.report.Page;
import io.tiercel.lab.tour.TourDatabase.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// What the tour found, as a page: first the charts, then every figure and every statement behind
/// them.
record TourReport(
    DataSet data,
    Map<String, String> machine,
    Map<Contender, Load> loads,
    Map<ShopTask, List<Measurement>> tasks) {
  private static final int RESULT_LINES = 8;

  /// Replaces the file. Throws [IOException] when it cannot be written.
  void write(Path file) throws IOException {
    Files.writeString(file, html());
  }

  String html() {
    var page =
        new Page(
            "Tiercel tour: " + data.name(),
            """
            The same data, the same entities and the same work with %s. Every count and sum agrees \
            with the source, and every contender found the same results."""
                .formatted(names()));
    page.charts(List.of(loadChart(), chart("All six tasks, median, ms", this::totalMillis)));
    page.table(List.of("", ""), facts(), false);
    loadSection(page);
    page.heading("The shop's work");
    page.paragraph(
        """
        Time is the median of seven runs after five for warming up; the contenders take turns. \
        Round trips are counted by a proxy between client and server in a run of its own; \
        statements as well, BEGIN and COMMIT included. Ratios are to the first bar.""");
    int number = 1;
    for (Map.Entry<ShopTask, List<Measurement>> task : tasks.entrySet()) {
      taskSection(page, number++, task.getKey(), task.getValue());
    }
    figures(page);
    return page.html();
  }

  private String names() {
    var names = loads.keySet().stream().map(Contender::name).toList();
    return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
  }

  private List<List<String>> facts() {
    var rows = new ArrayList<List<String>>();
    machine.forEach((name, value) -> rows.add(List.of(name, value)));
    rows.add(List.of("Data", data.version()));
    loads.keySet().forEach(c -> rows.add(List.of(c.name(), c.description())));
    return rows;
  }

  private BarChart loadChart() {
    double first = rate(loads.values().iterator().next());
    return new BarChart(
        "Loading, rows per second",
        loads.entrySet().stream()
            .map(
                entry ->
                    new Bar(
                        entry.getKey().name(),
                        rate(entry.getValue()),
                        "%,.0f%s"
                            .formatted(
                                rate(entry.getValue()), ratio(rate(entry.getValue()), first))))
            .toList());
  }

  private static double rate(Load load) {
    return load.rows() / load.seconds();
  }

  private BarChart chart(String title, ToDoubleFunction<Contender> value) {
    double first = value.applyAsDouble(loads.keySet().iterator().next());
    return new BarChart(
        title,
        loads.keySet().stream()
            .map(
                contender -> {
                  double of = value.applyAsDouble(contender);
                  return new Bar(contender.name(), of, number(of) + ratio(of, first));
                })
            .toList());
  }

  private double totalMillis(Contender contender) {
    return tasks.values().stream().mapToDouble(m -> of(m, contender).medianMillis()).sum();
  }

  private static Measurement of(List<Measurement> measurements, Contender contender) {
    return measurements.stream()
        .filter(m -> m.contender().equals(contender))
        .findFirst()
        .orElseThrow();
  }

  private void loadSection(Page page) {
    page.heading("Loading %,d rows".formatted(data.rows()));
    var rows = new ArrayList<List<String>>();
    loads.forEach(
        (contender, load) ->
            rows.add(
                List.of(
                    contender.name(),
                    "%,d".formatted(load.rows()),
                    "%.2f s".formatted(load.seconds()),
                    "%,.0f".formatted(rate(load)),
                    load.isEarlier() ? "by an earlier run" : "in this run")));
    page.table(List.of("", "rows", "time", "rows/s", "loaded"), rows, true);
    page.paragraph(
        "Each contender fills a database of its own, with the same indexes on foreign keys, in"
            + " transactions of about the same size; the clock starts when the schema is there and"
            + " stops at the last commit. One run, on a JVM that has just started.");
  }

  private void taskSection(Page page, int number, ShopTask task, List<Measurement> measurements) {
    page.subheading("%d. %s".formatted(number, task.title()));
    page.charts(
        List.of(
            chart("Median time, ms", c -> of(measurements, c).medianMillis()),
            chart("Round trips", c -> of(measurements, c).counts().roundTrips())));
    page.table(
        List.of("", "statements", "round trips", "rows", "first run", "median", "min – max"),
        measurements.stream().map(TourReport::row).toList(),
        true);
    page.preformatted(result(measurements.getFirst().result().lines()));
    for (Measurement m : measurements) {
      m.result().notes().forEach(n -> page.paragraph(m.contender().name() + " said: " + n));
      m.log()
          .ifPresent(
              entries -> page.folded("What %s sent".formatted(m.contender().name()), sql(entries)));
    }
  }

  private static List<String> row(Measurement m) {
    return List.of(
        m.contender().name(),
        "%,d".formatted(m.counts().statements()),
        "%,d".formatted(m.counts().roundTrips()),
        m.rows().map(rows -> String.format(Locale.ROOT, "%,d", rows)).orElse("not known"),
        "%.1f ms".formatted(m.firstMillis()),
        "%.2f ms".formatted(m.medianMillis()),
        "%.2f – %.2f".formatted(m.minMillis(), m.maxMillis()));
  }

  private static String result(List<String> lines) {
    String shown = lines.stream().limit(RESULT_LINES).collect(Collectors.joining("\n"));
    return lines.size() <= RESULT_LINES
        ? shown
        : shown + "\n… and %d more lines".formatted(lines.size() - RESULT_LINES);
  }

  private static String sql(List<StatementLog.Entry> entries) {
    return entries.stream()
        .map(e -> "-- %d times, %d rows\n%s".formatted(e.calls(), e.rows(), e.sql()))
        .collect(Collectors.joining("\n\n"));
  }

  private void figures(Page page) {
    page.heading("Checked against the source");
    page.paragraph("Computed from the source and found in every contender's database.");
    page.table(
        List.of("figure", "value"),
        data.figures().stream()
            .map(figure -> List.of(figure.name(), number(figure.expected().doubleValue())))
            .toList(),
        true);
  }

  private static String number(double value) {
    return value == Math.rint(value) ? "%,.0f".formatted(value) : "%,.2f".formatted(value);
  }

  private static String ratio(double value, double first) {
    return first == 0 ? "" : "  (%.2f×)".formatted(value / first);
  }
}
