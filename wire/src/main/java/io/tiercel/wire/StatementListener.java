package io.tiercel.wire;

/// Hears of every completed statement, on the thread that uses the connection. Must be quick, must
/// not use the connection and must not throw.
@FunctionalInterface
public interface StatementListener {
  void executed(StatementEvent event);
}
