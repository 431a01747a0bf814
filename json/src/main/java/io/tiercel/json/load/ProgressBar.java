package io.tiercel.json.load;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Consumer;

/// Prints how far a load is into one line of a terminal, over and over, at most ten times a second.
/// Confined to one thread.
public final class ProgressBar implements Consumer<LoadProgress> {
  private static final int WIDTH = 30;
  private static final long PAUSE_NANOS = 100_000_000;

  private final PrintStream out;
  private final long expected;
  private long printed = Long.MIN_VALUE;

  /// @param expected how many records there are; 0 where nobody knows, then there is no bar
  public ProgressBar(PrintStream out, long expected) {
    this.out = out;
    this.expected = expected;
  }

  @Override
  public void accept(LoadProgress progress) {
    long now = progress.elapsed().toNanos();
    if (printed != Long.MIN_VALUE && now - printed < PAUSE_NANOS && progress.met() < expected) {
      return;
    }
    printed = now;
    out.print('\r' + line(progress));
    out.flush();
  }

  /// Ends the line.
  public void end() {
    out.println();
  }

  String line(LoadProgress progress) {
    var line = new StringBuilder();
    if (expected > 0) {
      double done = Math.min(1, (double) progress.met() / expected);
      int filled = (int) Math.round(done * WIDTH);
      line.append('[').repeat("#", filled).repeat(".", WIDTH - filled).append("] ");
      line.append(String.format(Locale.ROOT, "%3.0f %%  ", 100 * done));
    }
    return line.append(
            String.format(
                Locale.ROOT,
                "%,d records, %,d bad, %,.0f/s",
                progress.met(),
                progress.bad(),
                progress.rate()))
        .toString();
  }
}
