package io.tiercel.jdbc.pgjdbc;

import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.CopyWriter;
import io.tiercel.wire.error.WireException;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A COPY FROM STDIN under way, as pgjdbc's `CopyIn`. Until it is ended or cancelled, other uses of
/// the connection are refused.
final class PgjdbcCopyIn {
  private final Session session;
  private final CopyWriter writer;
  private boolean isActive = true;
  private long rows = -1;

  private PgjdbcCopyIn(Session session, CopyWriter writer) {
    this.session = session;
    this.writer = writer;
  }

  /// Starts it, in the transaction that is due.
  static PgjdbcCopyIn start(Session session, String sql) throws SQLException {
    return session.exchange(
        pipeline -> {
          session.transactions().beginIfDue(pipeline);
          pipeline.await();
          return new PgjdbcCopyIn(session, session.wire().copyIn(sql));
        });
  }

  @Nullable Object call(Method method, @Nullable Object[] arguments) throws Exception {
    switch (method.getName()) {
      case "writeToCopy" -> {
        if (arguments.length != 3) {
          throw PgjdbcConnection.refused(method);
        }
        byte[] source = (byte[]) Objects.requireNonNull(arguments[0]);
        int offset = (int) Objects.requireNonNull(arguments[1]);
        int length = (int) Objects.requireNonNull(arguments[2]);
        run(() -> writer.write(source, offset, length));
        return null;
      }
      case "flushCopy" -> {
        return null; // what is written is sent when there is much of it, and at the end
      }
      case "endCopy" -> {
        run(
            () -> {
              rows = writer.finish();
              isActive = false;
            });
        return rows;
      }
      case "cancelCopy" -> {
        run(this::cancel);
        return null;
      }
      case "isActive" -> {
        return isActive;
      }
      case "getHandledRowCount" -> {
        return rows;
      }
      default -> throw PgjdbcConnection.refused(method);
    }
  }

  private void cancel() {
    isActive = false;
    writer.cancel("cancelled by the client");
  }

  /// A COPY that fails is over, and the connection free again.
  private void run(Runnable work) throws SQLException {
    session.lockedWork(
        () -> {
          try {
            work.run();
          } catch (WireException e) {
            isActive = false;
            try (writer) {
              throw session.failed(e);
            }
          }
        });
  }
}
