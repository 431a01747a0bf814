package io.tiercel.lab.bench;

import java.io.PrintWriter;
import java.util.function.Consumer;

/// One line on the terminal that says what is going on and is overwritten by the next; silent when
/// there is no terminal to overwrite it on.
final class Progress implements Consumer<String>, AutoCloseable {
  private static final int WIDTH = 79;

  private final PrintWriter terminal;
  private final boolean isShown = isTerminal();

  Progress(PrintWriter terminal) {
    this.terminal = terminal;
  }

  @Override
  public void accept(String text) {
    if (isShown) {
      terminal.print("\r%-79.79s".formatted(text));
      terminal.flush();
    }
  }

  @SuppressWarnings("SystemConsoleNull") // since JDK 25 it is null again without a terminal
  private static boolean isTerminal() {
    var console = System.console();
    return console != null && console.isTerminal();
  }

  /// Leaves an empty line behind.
  void clear() {
    if (isShown) {
      terminal.print("\r" + " ".repeat(WIDTH) + "\r");
      terminal.flush();
    }
  }

  @Override
  public void close() {
    clear();
  }
}
