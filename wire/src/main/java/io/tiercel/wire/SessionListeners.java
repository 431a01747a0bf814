package io.tiercel.wire;

import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.protocol.BackendMessages.NotificationResponse;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Who hears of what the server says unasked, and of completed statements. A listener that throws
/// is reported in the log and does no harm to the connection.
final class SessionListeners {
  private static final Logger LOGGER = System.getLogger(SessionListeners.class.getPackageName());

  /// Every completed statement at DEBUG, its text without values.
  private static final Logger STATEMENTS = System.getLogger("io.tiercel.sql");

  private static final int MAX_PARAMETERS = 1_000;

  private final Map<String, String> parameters = new ConcurrentHashMap<>();
  private final @Nullable StatementListener statementListener;
  private @Nullable Consumer<ServerError> noticeListener;
  private @Nullable Consumer<Notification> notificationListener;
  private Consumer<PreparedStatement> dropped = statement -> {};
  private Runnable discarded = () -> {};
  private Runnable redefined = () -> {};
  private long notifications;

  SessionListeners(@Nullable StatementListener statementListener) {
    this.statementListener = statementListener;
  }

  void onNotice(@Nullable Consumer<ServerError> listener) {
    noticeListener = listener;
  }

  void onNotification(@Nullable Consumer<Notification> listener) {
    notificationListener = listener;
  }

  void onDropped(Consumer<PreparedStatement> listener) {
    dropped = listener;
  }

  void onDiscarded(Runnable listener) {
    discarded = listener;
  }

  void onRedefined(Runnable listener) {
    redefined = listener;
  }

  /// The server has forgotten all prepared statements.
  void discarded() {
    discarded.run();
  }

  /// Statements may return other columns than they did.
  void redefined() {
    redefined.run();
  }

  @Nullable String parameter(String name) {
    return parameters.get(name);
  }

  long notifications() {
    return notifications;
  }

  /// @throws ProtocolViolation if there is no end to them: the server reports about fifteen
  void parameter(String name, String value) {
    parameters.put(name, value);
    if (parameters.size() > MAX_PARAMETERS) {
      throw new ProtocolViolation("server reports more than %d settings".formatted(MAX_PARAMETERS));
    }
  }

  void notice(ServerError notice) {
    call(noticeListener, notice);
  }

  void notification(NotificationResponse response) {
    notifications++;
    call(
        notificationListener,
        new Notification(response.processId(), response.channel(), response.payload()));
  }

  void executed(String sql, long rows, @Nullable ServerError error) {
    if (statementListener != null) {
      call(statementListener::executed, new StatementEvent(sql, rows, error));
    }
    if (STATEMENTS.isLoggable(Level.DEBUG)) {
      STATEMENTS.log(Level.DEBUG, () -> line(sql, rows, error));
    }
  }

  private static String line(String sql, long rows, @Nullable ServerError error) {
    return error == null
        ? "%s [%d rows]".formatted(sql, rows)
        : "%s [failed: %s]".formatted(sql, error.sqlState());
  }

  void dropped(PreparedStatement statement) {
    dropped.accept(statement);
  }

  private static <T> void call(@Nullable Consumer<T> listener, T event) {
    if (listener != null) {
      try {
        listener.accept(event);
      } catch (RuntimeException e) {
        LOGGER.log(Level.WARNING, () -> "a listener of a connection failed", e);
      }
    }
  }
}
