package io.tiercel.lab.tour;

import java.io.PrintWriter;

/// How far a load has come: a bar that is redrawn on a terminal, nothing but the last line
/// elsewhere. Confined to one thread.
final class Progress {
  private static final int WIDTH = 30;
  private static final long REDRAW_NANOS = 50_000_000;

  private final PrintWriter out;
  private final boolean isTerminal;
  private final String label;
  private final long total;
  private long done;
  private long lastDrawn;

  Progress(PrintWriter out, boolean isTerminal, String label, long total) {
    this.out = out;
    this.isTerminal = isTerminal;
    this.label = label;
    this.total = total;
  }

  void add(String what, long rows) {
    done += rows;
    long now = System.nanoTime();
    if (isTerminal && now - lastDrawn > REDRAW_NANOS) {
      lastDrawn = now;
      int filled = (int) Math.min(WIDTH, done * WIDTH / total);
      out.printf(
          "\r  %-13s [%s%s] %3d %%  %-12s",
          label, "#".repeat(filled), ".".repeat(WIDTH - filled), done * 100 / total, what);
      out.flush();
    }
  }

  long rows() {
    return done;
  }

  /// Wipes the bar: what follows is printed in its place.
  void finish() {
    if (isTerminal) {
      out.print("\r" + " ".repeat(WIDTH + 40) + "\r");
      out.flush();
    }
  }
}
