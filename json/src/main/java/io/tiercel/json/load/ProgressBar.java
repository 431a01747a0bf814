package io.tiercel.json.load;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/// Prints how far a load is into one line of a terminal, over and over, at most ten times a second.
/// Confined to one thread.
public final class ProgressBar implements Consumer<LoadProgress> {
  private static final int WIDTH = 30;
  private static final long PAUSE_NANOS = 100_000_000;

  private final Consumer<String> out;
  private final ToDoubleFunction<LoadProgress> share;
  private long printed = Long.MIN_VALUE;

  /// @param expected how many records there are; 0 where nobody knows, then there is no bar
  public ProgressBar(PrintStream out, long expected) {
    this(
        text -> {
          out.print(text);
          out.flush();
        },
        progress -> expected > 0 ? (double) progress.met() / expected : Double.NaN);
  }

  /// @param out is given text after text and shows each at once
  /// @param share how much is done, from 0 to 1; NaN where nobody knows, then there is no bar
  public ProgressBar(Consumer<String> out, ToDoubleFunction<LoadProgress> share) {
    this.out = out;
    this.share = share;
  }

  @Override
  public void accept(LoadProgress progress) {
    long now = progress.elapsed().toNanos();
    if (printed != Long.MIN_VALUE
        && now - printed < PAUSE_NANOS
        && share.applyAsDouble(progress) < 1) {
      return;
    }
    printed = now;
    out.accept('\r' + line(progress));
  }

  /// Ends the line.
  public void end() {
    out.accept(System.lineSeparator());
  }

  String line(LoadProgress progress) {
    var line = new StringBuilder();
    double known = share.applyAsDouble(progress);
    if (!Double.isNaN(known)) {
      double done = Math.min(1, known);
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
