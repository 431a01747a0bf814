package io.tiercel.lab.tour;

import io.tiercel.lab.data.ShopTask;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/// Says on the terminal what the tour does and finds, in at most 100 columns. Confined to one
/// thread.
final class Console {
  private static final int RESULT_LINES = 4;
  private static final int SQL_LINES = 8;
  private static final int WIDTH = 100;

  private final PrintWriter out;
  private final boolean isTerminal;

  Console(PrintWriter out, boolean isTerminal) {
    this.out = out;
    this.isTerminal = isTerminal;
  }

  void line(String text) {
    out.println(text);
    out.flush();
  }

  Progress progress(String label, long total) {
    return new Progress(out, isTerminal, label, total);
  }

  void load(String contender, TourDatabase.Load load, int figures) {
    line(
        "  %-13s %,d rows in %.2f s, %,.0f rows/s; %d figures agree with the source%s"
            .formatted(
                contender,
                load.rows(),
                load.seconds(),
                load.rows() / load.seconds(),
                figures,
                load.isEarlier() ? " (loaded by an earlier run)" : ""));
  }

  void task(int number, ShopTask task, List<Measurement> measurements) {
    line("");
    line("%d. %s".formatted(number, task.title()));
    results(measurements.getFirst().result().lines());
    line("");
    line(
        "   %-13s %10s %11s %8s %10s %10s"
            .formatted("", "statements", "round trips", "rows", "first", "median"));
    for (Measurement m : measurements) {
      line(
          "   %-13s %,10d %,11d %8s %7.1f ms %7.2f ms"
              .formatted(
                  m.contender().name(),
                  m.counts().statements(),
                  m.counts().roundTrips(),
                  m.rows().map(rows -> String.format(Locale.ROOT, "%,d", rows)).orElse("-"),
                  m.firstMillis(),
                  m.medianMillis()));
    }
    for (Measurement m : measurements) {
      for (String note : m.result().notes()) {
        line(
            "   %s said: %s"
                .formatted(m.contender().name(), clip(note.replace('\n', ' '), WIDTH - 25)));
      }
    }
    sql(measurements.getFirst());
  }

  private void results(List<String> lines) {
    lines.stream()
        .limit(RESULT_LINES)
        .forEach(text -> line("     %s".formatted(clip(text, WIDTH - 5))));
    if (lines.size() > RESULT_LINES) {
      line("     … and %d more lines".formatted(lines.size() - RESULT_LINES));
    }
  }

  private void sql(Measurement measurement) {
    measurement
        .log()
        .ifPresent(
            entries -> {
              line("   What %s sent:".formatted(measurement.contender().name()));
              entries.stream()
                  .limit(SQL_LINES)
                  .forEach(
                      e ->
                          line(
                              "     %3d x %s"
                                  .formatted(e.calls(), clip(oneLine(e.sql()), WIDTH - 12))));
              if (entries.size() > SQL_LINES) {
                line("     … and %d more, see the report".formatted(entries.size() - SQL_LINES));
              }
            });
  }

  private static String oneLine(String sql) {
    return sql.replaceAll("\\s+", " ");
  }

  private static String clip(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width - 1) + "…";
  }
}
