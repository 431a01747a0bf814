package io.tiercel.inside.host;

import io.tiercel.inside.PgException;
import io.tiercel.inside.PgLogLevel;
import io.tiercel.inside.PgSession;
import io.tiercel.inside.call.Calls;
import io.tiercel.inside.call.Functions;
import io.tiercel.inside.jar.JarLoaders;
import io.tiercel.inside.protocol.ErrorFields;
import io.tiercel.inside.protocol.FrameChannel;
import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.protocol.FrameType;
import io.tiercel.inside.protocol.FrameWriter;
import io.tiercel.inside.protocol.SessionGone;
import io.tiercel.inside.sql.Connections;
import io.tiercel.inside.sql.Statements;
import io.tiercel.wire.error.ProtocolViolation;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// One backend's session: serves its calls until it goes. Confined to its thread, except
/// [#isInCall()].
final class Session extends PgSession {
  private static final Logger LOGGER = System.getLogger(Session.class.getName());

  private final Thread thread = Thread.currentThread();
  private final FrameChannel channel;
  private final Greeting greeting;
  private final Calls calls;
  private final Statements statements;
  private final Connections connections;
  private final Map<String, Object> attributes = new HashMap<>();

  /// The nesting level of the running call; read by the thread that ends this one.
  private volatile int level;

  Session(FrameChannel channel, Greeting greeting, JarLoaders loaders) {
    this.channel = channel;
    this.greeting = greeting;
    this.statements = new Statements(channel, this::serve);
    this.connections =
        new Connections(statements, greeting.database(), greeting.user(), greeting.backendPid());
    this.calls = new Calls(channel, new Functions(loaders, statements), statements, connections);
  }

  /// Whether Java code of a user runs.
  boolean isInCall() {
    return level > 0;
  }

  /// Serves until the backend goes.
  void run() {
    attachToThread();
    try {
      for (FrameReader frame = channel.receive(); frame != null; frame = channel.receive()) {
        serve(frame);
      }
    } catch (SessionGone e) {
      LOGGER.log(Level.DEBUG, () -> "session of backend %d: %s".formatted(backendPid(), e));
    } catch (ProtocolViolation e) {
      LOGGER.log(
          Level.WARNING,
          () -> "closed the session of backend %d: %s".formatted(backendPid(), e.getMessage()));
    }
  }

  private void serve(FrameReader frame) {
    if (frame.type() == FrameType.FORGET_GROUPS) {
      calls.serve(frame); // also between calls
      return;
    }
    if (frame.level() != level + 1) {
      throw new ProtocolViolation(
          "frame of level %d within a call of level %d".formatted(frame.level(), level));
    }
    // DEFINE runs static initializers, which are the user's code as well.
    enter(frame.level());
    try {
      calls.serve(frame);
    } finally {
      enter(frame.level() - 1);
    }
  }

  private void enter(int newLevel) {
    level = newLevel;
    statements.enter(newLevel);
  }

  @Override
  public String database() {
    return greeting.database();
  }

  @Override
  public String user() {
    return greeting.user();
  }

  @Override
  public int backendPid() {
    return greeting.backendPid();
  }

  @Override
  public ZoneId timeZone() {
    return greeting.timeZone();
  }

  @Override
  public long execute(String sql, @Nullable Object... parameters) {
    requireThread();
    return statements.execute(sql, parameters).processed();
  }

  @Override
  public <T> List<@Nullable T> query(Class<T> rowType, String sql, @Nullable Object... parameters) {
    requireThread();
    return statements.execute(sql, parameters).rows(rowType);
  }

  @Override
  public <T extends @Nullable Object> T inSavepoint(Callable<T> work) throws Exception {
    requireThread();
    return statements.inSavepoint(work);
  }

  @Override
  public Connection connection() throws SQLException {
    requireThread();
    return connections.open();
  }

  @Override
  public void commit() {
    requireThread();
    statements.endTransaction(true);
  }

  @Override
  public void rollback() {
    requireThread();
    statements.endTransaction(false);
  }

  @Override
  public void log(PgLogLevel logLevel, String message) {
    requireThread();
    var frame = new FrameWriter(FrameType.LOG, 0, level);
    frame.body().putByte(code(logLevel));
    ErrorFields.writeMessage(frame.body(), message);
    statements.send(frame);
  }

  @Override
  public void log(PgLogLevel logLevel, PgException message) {
    requireThread();
    var frame = new FrameWriter(FrameType.LOG, 0, level);
    frame.body().putByte(code(logLevel));
    ErrorFields.writeMessage(frame.body(), message);
    statements.send(frame);
  }

  private static int code(PgLogLevel logLevel) {
    return switch (logLevel) {
      case DEBUG -> 0;
      case LOG -> 1;
      case INFO -> 2;
      case NOTICE -> 3;
      case WARNING -> 4;
    };
  }

  @Override
  public Map<String, Object> attributes() {
    return attributes;
  }

  /// Another thread would write between the frames of this one.
  private void requireThread() {
    if (!isInCall() || Thread.currentThread() != thread) {
      throw new IllegalStateException(
          "the session belongs to the thread of its running call, not to "
              + Thread.currentThread().getName());
    }
  }
}
