package io.tiercel.lab.tour;

import java.io.PrintWriter;

/// Speaks up when Ctrl-C ends the tour, a shutdown hook. Safe for any thread.
final class Interruption extends Thread {
  private final PrintWriter err;
  private volatile boolean isOver;
  private volatile boolean isUnderWay;

  Interruption(PrintWriter err) {
    super("tour-interruption");
    this.err = err;
  }

  boolean isUnderWay() {
    return isUnderWay;
  }

  /// The tour has ended by itself.
  void over() {
    if (isUnderWay) {
      return;
    }
    isOver = true;
    try {
      Runtime.getRuntime().removeShutdownHook(this);
    } catch (IllegalStateException e) {
      // The JVM ends already; the flag keeps the hook quiet.
      isOver = true;
    }
  }

  @Override
  public void run() {
    if (!isOver) {
      isUnderWay = true;
      err.println();
      err.println("tiercel: interrupted; what was half loaded is loaded anew by the next run");
      err.flush();
    }
  }
}
