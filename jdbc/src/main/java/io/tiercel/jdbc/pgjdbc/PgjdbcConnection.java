package io.tiercel.jdbc.pgjdbc;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.extension.Notification;
import io.tiercel.jdbc.extension.TiercelConnection;
import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.error.SqlState;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A connection as pgjdbc's `PGConnection` and `BaseConnection`: everything of `java.sql`, COPY in,
/// notifications, the reported parameters, quoting, cancelling, arrays, and how it is set. What has
/// no equal here is refused by name. As safe for threads as the connection itself.
public final class PgjdbcConnection {
  private static final String PG_CONNECTION = "org.postgresql.PGConnection";
  private static final String BASE_CONNECTION = "org.postgresql.core.BaseConnection";
  private static final Set<String> NAMES = Set.of(PG_CONNECTION, BASE_CONNECTION);
  private static final Duration FOR_EVER = Duration.ofDays(1);
  private static final int NO_WAIT = -1;

  private final TiercelConnection connection;
  private final Session session;
  private final PgjdbcClasses classes;
  private final Object view;

  private PgjdbcConnection(TiercelConnection connection, Session session, PgjdbcClasses classes)
      throws SQLException {
    this.connection = connection;
    this.session = session;
    this.classes = classes;
    view = classes.implement(BASE_CONNECTION, this::call);
  }

  /// Whether that is an interface of pgjdbc which a connection can be unwrapped to.
  public static boolean isAskedFor(Class<?> type) {
    return type.isInterface() && NAMES.contains(type.getName());
  }

  /// The connection as an interface of which [#isAskedFor] is true.
  public static <T> T as(Class<T> type, TiercelConnection connection, Session session)
      throws SQLException {
    var classes = new PgjdbcClasses(type);
    return type.cast(new PgjdbcConnection(connection, session, classes).view);
  }

  private @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable {
    if (method.getDeclaringClass().isInstance(connection)) {
      return PgjdbcClasses.invoke(method, connection, arguments);
    }
    return switch (method.getName()) {
      case "getCopyAPI" -> classes.create("org.postgresql.copy.CopyManager", BASE_CONNECTION, view);
      case "getQueryExecutor" ->
          classes.implement("org.postgresql.core.QueryExecutor", this::callExecutor);
      case "getEncoding" -> utf8();
      case "getBackendPID" -> connection.backendProcessId();
      case "getParameterStatus" -> connection.reportedParameter(text(arguments));
      case "getNotifications" -> notifications(arguments);
      case "cancelQuery" -> {
        connection.cancelRunning();
        yield null;
      }
      case "escapeIdentifier" -> "\"" + text(arguments).replace("\"", "\"\"") + "\"";
      case "escapeLiteral", "escapeString" -> escaped(text(arguments));
      case "getStandardConformingStrings" -> hasStandardStrings();
      case "createArrayOf" -> connection.createArrayOf(text(arguments), elements(arguments));
      case "getPreferQueryMode" -> constant("org.postgresql.jdbc.PreferQueryMode", "EXTENDED");
      case "getAutosave" ->
          constant("org.postgresql.jdbc.AutoSave", session.autosaves() ? "ALWAYS" : "NEVER");
      case "getPrepareThreshold" -> session.options().prepareThreshold();
      case "getDefaultFetchSize" -> session.options().defaultFetchSize();
      case "getTransactionState" -> transactionState();
      default -> throw refused(method);
    };
  }

  private Object constant(String enumName, String constant) throws SQLException {
    return classes.callStatic(enumName, "valueOf", constant);
  }

  private Object transactionState() throws SQLException {
    return constant(
        "org.postgresql.core.TransactionState",
        switch (session.wire().transactionStatus()) {
          case IDLE -> "IDLE";
          case IN_TRANSACTION -> "OPEN";
          case FAILED -> "FAILED";
        });
  }

  /// Of an array of any kind, primitives among them.
  private static Object[] elements(@Nullable Object[] arguments) throws SQLException {
    Object array = arguments[1];
    if (array == null || !array.getClass().isArray()) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE, "createArrayOf takes a Java array", null);
    }
    Object[] elements = new Object[Array.getLength(array)];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = Array.get(array, i);
    }
    return elements;
  }

  private boolean hasStandardStrings() {
    return !"off".equals(connection.reportedParameter("standard_conforming_strings"));
  }

  /// What goes between the quotes of a string constant.
  private String escaped(String text) {
    String doubled = text.replace("'", "''");
    return hasStandardStrings() ? doubled : doubled.replace("\\", "\\\\");
  }

  private @Nullable Object callExecutor(Method method, @Nullable Object[] arguments)
      throws Throwable {
    return switch (method.getName()) {
      case "startCopy" -> {
        var copy = PgjdbcCopyIn.start(session, text(arguments));
        yield classes.implement("org.postgresql.copy.CopyIn", copy::call);
      }
      case "getEncoding" -> utf8();
      default -> throw refused(method);
    };
  }

  private Object utf8() throws SQLException {
    return classes.callStatic("org.postgresql.core.Encoding", "getJVMEncoding", "UTF-8");
  }

  private static String text(@Nullable Object[] arguments) throws SQLException {
    if (arguments[0] instanceof String text) {
      return text;
    }
    throw SqlExceptions.of(SqlState.NULL_VALUE_NOT_ALLOWED, "the text is null", null);
  }

  /// Waits for ever when the time is 0, and not at all without one, as pgjdbc does.
  private Object notifications(@Nullable Object[] arguments) throws SQLException {
    int millis = arguments.length == 0 || arguments[0] == null ? NO_WAIT : (int) arguments[0];
    Duration timeout = millis == 0 ? FOR_EVER : Duration.ofMillis(Math.max(0, millis));
    List<Notification> heard = connection.notifications(timeout);
    return classes.array(
        "org.postgresql.PGNotification", heard.stream().map(PgjdbcConnection::answers).toList());
  }

  private static PgjdbcClasses.Calls answers(Notification heard) {
    return (method, arguments) ->
        switch (method.getName()) {
          case "getName" -> heard.channel();
          case "getPID" -> heard.processId();
          case "getParameter" -> heard.payload();
          default -> throw refused(method);
        };
  }

  /// Methods that cannot throw an [SQLException] get an unchecked one.
  static Exception refused(Method method) {
    String message =
        "%s.%s is pgjdbc's own, and Tiercel has no equal of it\nHint: unwrap to %s."
            .formatted(
                method.getDeclaringClass().getSimpleName(),
                method.getName(),
                TiercelConnection.class.getName());
    boolean throwsSql = Arrays.asList(method.getExceptionTypes()).contains(SQLException.class);
    return throwsSql
        ? SqlExceptions.of(SqlState.FEATURE_NOT_SUPPORTED, message, null)
        : new UnsupportedOperationException(message);
  }
}
