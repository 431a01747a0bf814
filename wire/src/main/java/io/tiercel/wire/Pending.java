package io.tiercel.wire;

import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.protocol.Backend;
import io.tiercel.wire.protocol.BackendMessages;
import io.tiercel.wire.protocol.MessageReader;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowBytesConsumer;
import io.tiercel.wire.row.RowConsumer;
import org.jspecify.annotations.Nullable;

/// The outcome of one statement of a [Pipeline], filled in while the pipeline reads. Read it on the
/// thread of the connection.
public final class Pending extends Step {
  private final Session session;
  private final Flight flight;
  private final PreparedStatement statement;
  private final @Nullable RowConsumer consumer;
  private @Nullable RowBytesConsumer bytesConsumer;

  /// Whether the answer to Bind is still to come, which it is not for a portal fetched again.
  private boolean binding = true;

  private boolean copying;
  private boolean consumerFailed;
  private boolean done;
  private boolean skipped;
  private boolean suspended;

  /// Whether it brought the data of a COPY, which nobody takes.
  private boolean untaken;
  private long received;
  private @Nullable DataRow row;
  private @Nullable ServerError error;
  private @Nullable CommandTag tag;

  Pending(
      Session session, Flight flight, PreparedStatement statement, @Nullable RowConsumer consumer) {
    this.session = session;
    this.flight = flight;
    this.statement = statement;
    this.consumer = consumer;
  }

  /// For an Execute without a Bind before it.
  Pending alreadyBound() {
    binding = false;
    return this;
  }

  /// For a COPY … FROM STDIN whose data follow the Execute.
  Pending copying() {
    copying = true;
    return this;
  }

  Pending takingBytes(@Nullable RowBytesConsumer rows) {
    bytesConsumer = rows;
    return this;
  }

  /// What is executed.
  public PreparedStatement statement() {
    return statement;
  }

  /// Whether the statement is over: completed, suspended, failed or skipped.
  public boolean isDone() {
    return done;
  }

  /// Whether the server has carried it out, as far as its portal was executed.
  public boolean isSuccessful() {
    return tag != null || suspended;
  }

  /// Whether the server never ran it, for an earlier statement failed or the work was discarded.
  public boolean isSkipped() {
    return skipped;
  }

  /// Whether it is a COPY that brought data.
  boolean isUntaken() {
    return untaken;
  }

  /// Why the server refused it; null if it did not.
  public @Nullable ServerError error() {
    return error;
  }

  /// The rows affected, or returned.
  public long rows() {
    CommandTag known = tag;
    return known == null ? received : Math.max(known.rows(), received);
  }

  /// What the server says was done.
  ///
  /// @throws UsageException if the statement is not complete or did not succeed
  public CommandTag tag() {
    CommandTag known = tag;
    if (known == null) {
      throw new UsageException(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
          "no command tag: the statement is %s\nStatement: %s"
              .formatted(
                  skipped ? "skipped" : done ? "failed" : "not complete, call await() first",
                  statement));
    }
    return known;
  }

  /// Whether all is over that was added with it by [Pipeline#addApart]: its Sync was answered.
  public boolean isAnswered() {
    return flight.isSynced();
  }

  /// Throws what went wrong with a statement that was added by [Pipeline#addApart], once it is
  /// answered; also what only its Sync brought to light, such as a deferred constraint.
  ///
  /// @throws ServerException if the server refused it
  public void throwFailure() {
    flight.throwFailure();
  }

  /// Whether the portal has more rows than its limit let through.
  public boolean isSuspended() {
    return suspended;
  }

  @Override
  boolean on(byte type, MessageReader in) {
    if (binding) {
      if (type != Backend.BIND_COMPLETE) {
        throw unexpected(type);
      }
      in.expectEnd();
      binding = false;
      return false;
    }
    switch (type) {
      case Backend.DATA_ROW -> onRow(in);
      case Backend.COMMAND_COMPLETE -> {
        return complete(session.commandTag(in));
      }
      case Backend.EMPTY_QUERY_RESPONSE -> {
        in.expectEnd();
        return complete(new CommandTag("", 0));
      }
      case Backend.PORTAL_SUSPENDED -> {
        in.expectEnd();
        suspended = true;
        done = true;
        return true;
      }
      case Backend.COPY_IN_RESPONSE -> onCopyIn(in);
      case Backend.COPY_OUT_RESPONSE -> onCopyOut(in);
      case Backend.COPY_DATA, Backend.COPY_DONE -> {
        // The data of a COPY TO that nobody takes.
      }
      default -> throw unexpected(type);
    }
    return false;
  }

  private void onRow(MessageReader in) {
    received++;
    if (consumerFailed) {
      return;
    }
    RowBytesConsumer takesBytes = bytesConsumer;
    if (takesBytes != null) {
      onRow(in, takesBytes);
      return;
    }
    if (consumer == null) {
      return;
    }
    DataRow current = row;
    if (current == null) {
      current = statement.row();
      row = current;
    }
    current.moveTo(in.buffer(), in.position(), in.remaining());
    try {
      consumer.accept(current);
    } catch (RuntimeException | Error e) {
      consumerFailed = true;
      flight.fail(e);
    }
  }

  private void onRow(MessageReader in, RowBytesConsumer takesBytes) {
    try {
      takesBytes.accept(in.buffer(), in.position(), in.remaining());
    } catch (RuntimeException | Error e) {
      consumerFailed = true;
      flight.fail(e);
    }
  }

  private void onCopyIn(MessageReader in) {
    BackendMessages.copyResponse(in);
    if (!copying) {
      flight.fail(misused("COPY FROM STDIN", "Connection.copyIn or Pipeline.copy"));
      session.refuseCopyIn();
    }
  }

  private void onCopyOut(MessageReader in) {
    BackendMessages.copyResponse(in);
    untaken = true;
    flight.fail(misused("COPY TO STDOUT", "Connection.copyOut"));
  }

  private UsageException misused(String what, String instead) {
    return new UsageException(
        SqlState.FEATURE_NOT_SUPPORTED,
        "cannot run %s as an ordinary statement\nHint: use %s.\nStatement: %s"
            .formatted(what, instead, statement));
  }

  private boolean complete(CommandTag completed) {
    tag = completed;
    done = true;
    session.completed(statement.sql(), rows(), null);
    return true;
  }

  @Override
  boolean onError(ServerError refusal) {
    error = refusal;
    done = true;
    if (refusal.isStalePlan()) {
      session.drop(statement);
    }
    flight.fail(new ServerException(refusal, statement.sql()));
    session.completed(statement.sql(), 0, refusal);
    return true;
  }

  @Override
  void skipped() {
    skipped = true;
    done = true;
  }

  @Override
  void lost(WireException cause) {
    done = true;
  }

  @Override
  boolean isCommit() {
    return statement.commits();
  }

  @Override
  String awaited() {
    return binding ? "BindComplete" : "CommandComplete";
  }
}
