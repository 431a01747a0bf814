package io.tiercel.json.advisor;

import io.tiercel.wire.Connection;
import io.tiercel.wire.error.ServerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A statement before an advice was followed, what was promised, and what came of it. Immutable.
///
/// @param arrivedMillis a call now, NaN if it took longer than allowed or failed
public record Arrival(
    String sql,
    double callsPerDay,
    double beforeMillis,
    double promisedMillis,
    double arrivedMillis) {

  /// Runs the statements of an advice that was followed, with the values of its trial, read only.
  /// Blocks.
  ///
  /// @param statementTimeout of each run
  public static List<Arrival> measure(
      Connection connection, TableAdvice advice, Duration statementTimeout) {
    List<Arrival> arrivals = new ArrayList<>();
    for (StatementAdvice statement : advice.statements()) {
      if (!statement.advisedRuns().isEmpty()) {
        arrivals.add(
            new Arrival(
                statement.entry().statement().sql(),
                statement.entry().statement().callsPerDay(),
                statement.millis(),
                statement.advisedMillis(),
                millis(connection, statement, advice, statementTimeout)));
      }
    }
    return List.copyOf(arrivals);
  }

  private static double millis(
      Connection connection,
      StatementAdvice statement,
      TableAdvice advice,
      Duration statementTimeout) {
    connection.execute("begin read only");
    try {
      connection.execute("set local statement_timeout = " + statementTimeout.toMillis());
      double sum = 0;
      for (String sql : statement.advisedRuns()) {
        sum += new Explain(connection).best(sql, advice.facts().table().last(), 3).millis();
      }
      return sum / statement.advisedRuns().size();
    } catch (ServerException e) {
      return Double.NaN; // told as such: it did not arrive
    } finally {
      if (connection.isOpen()) {
        connection.execute("rollback");
      }
    }
  }

  /// By what factor the time saved each day differs from what was promised, at least 1; infinite if
  /// none was saved, or a statement failed.
  public static double factor(List<Arrival> arrivals) {
    double promised = 0;
    double arrived = 0;
    for (Arrival arrival : arrivals) {
      promised += arrival.callsPerDay * (arrival.beforeMillis - arrival.promisedMillis);
      arrived += arrival.callsPerDay * (arrival.beforeMillis - arrival.arrivedMillis);
    }
    return arrived > 0 && promised > 0
        ? Math.max(arrived / promised, promised / arrived)
        : Double.POSITIVE_INFINITY;
  }
}
