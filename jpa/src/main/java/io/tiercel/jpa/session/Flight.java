package io.tiercel.jpa.session;

import io.tiercel.wire.CopyRows;
import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.row.RowConsumer;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Statements that travel together: added in order, sent by [Session#run] in one exchange. Nothing
/// is sent while it is filled. Confined to one thread.
public final class Flight {
  /// Mostly one or two, but a flush may have many.
  final List<Step> steps = new ArrayList<>(2);

  /// How many of the first steps only ask how things are: may be asked again.
  int checks;

  /// One statement of a flight.
  sealed interface Step {
    String sql();
  }

  /// @param isPlainRead whether it may be run outside of its transaction, see [#read]
  @SuppressWarnings("ArrayRecordComponent") // parameters are handed on, never compared
  record Query(String sql, RowConsumer rows, boolean isPlainRead, @Nullable Object[] parameters)
      implements Step {}

  /// @param affected told the number of affected rows once the server has answered
  @SuppressWarnings("ArrayRecordComponent") // parameters are handed on, never compared
  record Update(String sql, LongConsumer affected, @Nullable Object[] parameters) implements Step {}

  @SuppressWarnings("ArrayRecordComponent") // parameters are handed on, never compared
  record Guarded(String sql, Refusal refusal, @Nullable Object[] parameters) implements Step {}

  /// Without parameters, sent as it is.
  record Command(String sql) implements Step {}

  record Copy(String sql, CopyRows rows) implements Step {}

  /// From here on limits are in force, under which what follows is to be prepared as well: parsing
  /// waits for locks on tables. Not a statement; at most once in a flight.
  record LimitsInForce() implements Step {
    static final LimitsInForce HERE = new LimitsInForce();

    @Override
    public String sql() {
      return "";
    }
  }

  /// What an error that a statement raises on purpose means.
  @FunctionalInterface
  public interface Refusal {
    /// The exception to throw instead; null when the error is none of those.
    @Nullable PersistenceException of(ServerError error);
  }

  /// A statement whose rows go to the consumer, each read in place.
  public void query(String sql, RowConsumer rows, @Nullable Object... parameters) {
    steps.add(new Query(sql, rows, false, parameters));
  }

  /// A select that does nothing but read tables: it takes no row locks, and calls no function that
  /// does more than compute from its arguments. At READ COMMITTED it is the same within a
  /// transaction block and before one, so it need not open one ([Session#run]).
  public void read(String sql, RowConsumer rows, @Nullable Object... parameters) {
    steps.add(new Query(sql, rows, true, parameters));
  }

  /// A statement of which only the number of affected rows matters.
  public void update(String sql, LongConsumer affected, @Nullable Object... parameters) {
    steps.add(new Update(sql, affected, parameters));
  }

  /// A statement that raises an error when it did not do all it should.
  public void guarded(String sql, Refusal refusal, @Nullable Object... parameters) {
    steps.add(new Guarded(sql, refusal, parameters));
  }

  /// `COPY … FROM STDIN (FORMAT binary)`; the rows are asked for while they are sent.
  public void copy(String sql, CopyRows rows) {
    steps.add(new Copy(sql, rows));
  }

  /// What is to be prepared before the flight leaves: all of it, or what sets its limits.
  List<String> toPrepare() {
    int limited = steps.indexOf(LimitsInForce.HERE);
    return prepared(limited < 0 ? steps : steps.subList(0, limited));
  }

  /// What is to be prepared when its limits are in force.
  List<String> toPrepareWithinLimits() {
    int limited = steps.indexOf(LimitsInForce.HERE);
    return limited < 0 ? List.of() : prepared(steps.subList(limited, steps.size()));
  }

  /// Those of the steps that are prepared, in their order.
  private static List<String> prepared(List<Step> steps) {
    if (steps.size() == 1 && steps.getFirst() instanceof Query only) {
      return List.of(only.sql());
    }
    List<String> texts = new ArrayList<>(steps.size());
    for (Step step : steps) {
      if (!(step instanceof Copy || step instanceof Command || step instanceof LimitsInForce)) {
        texts.add(step.sql());
      }
    }
    return texts;
  }

  /// Whether all of it was added by [#read].
  boolean onlyReads() {
    for (Step step : steps) {
      if (!(step instanceof Query query && query.isPlainRead())) {
        return false;
      }
    }
    return true;
  }

  /// Its steps from that one on, which is none of the checks, behind the checks.
  Flight from(int step) {
    Flight rest = new Flight();
    rest.checks = checks;
    rest.steps.addAll(steps.subList(0, checks));
    rest.steps.addAll(steps.subList(step, steps.size()));
    return rest;
  }

  /// Whether all of it, the checks aside, was added by [#read].
  boolean onlyReadsChecked() {
    for (Step step : steps.subList(checks, steps.size())) {
      if (!(step instanceof Query query && query.isPlainRead())) {
        return false;
      }
    }
    return true;
  }

  /// Whether there is nothing to send.
  public boolean isEmpty() {
    return steps.isEmpty();
  }
}
