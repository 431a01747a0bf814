package io.tiercel.jdbc.pool;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.extension.TiercelConnection;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an application gets of a pooled connection: closing it gives the connection back. Its
/// statements name it as their connection.
final class Handle implements InvocationHandler {
  private static final Set<String> OF_THE_MANAGER =
      Set.of("commit", "rollback", "setSavepoint", "setAutoCommit");

  private final Connection connection;
  private final PhysicalConnection owner;
  private final Connection proxy;
  private boolean isClosed;

  Handle(Connection connection, PhysicalConnection owner) {
    this.connection = connection;
    this.owner = owner;
    proxy =
        (Connection)
            Proxy.newProxyInstance(
                Handle.class.getClassLoader(), new Class<?>[] {TiercelConnection.class}, this);
  }

  Connection proxy() {
    return proxy;
  }

  /// Takes the connection away from the application.
  void retire() {
    isClosed = true;
  }

  @Override
  public @Nullable Object invoke(
      Object self, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    return switch (method.getName()) {
      case "close", "abort" -> close(method, arguments);
      case "isClosed" -> isClosed || connection.isClosed();
      case "isValid" -> !isClosed && Boolean.TRUE.equals(call(method, connection, arguments));
      case "equals" -> arguments != null && self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      case "toString" -> "pooled " + connection;
      default -> {
        checkOpen();
        refuseManaged(method, arguments);
        Object result = call(method, connection, arguments);
        yield result instanceof Statement statement
            ? wrapped(statement, method.getReturnType())
            : result;
      }
    };
  }

  private @Nullable Object close(Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    if (!isClosed) {
      isClosed = true;
      if (method.getName().equals("abort")) {
        call(method, connection, arguments);
      }
      owner.released();
    }
    return null;
  }

  private void checkOpen() throws SQLException {
    if (isClosed) {
      throw SqlExceptions.of("08003", "This connection has been closed.", null);
    }
  }

  private void refuseManaged(Method method, @Nullable Object @Nullable [] arguments)
      throws SQLException {
    boolean leaves =
        method.getName().equals("setAutoCommit")
            && arguments != null
            && Boolean.FALSE.equals(arguments[0]);
    if (owner.isManagedHandle() && !leaves && OF_THE_MANAGER.contains(method.getName())) {
      throw SqlExceptions.of(
          "25000",
          "a distributed transaction is under way: its manager ends it, not " + method.getName(),
          null);
    }
  }

  private Statement wrapped(Statement statement, Class<?> type) {
    return (Statement)
        Proxy.newProxyInstance(
            Handle.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "getConnection" -> proxy;
                  case "equals" -> self == arguments[0];
                  case "hashCode" -> System.identityHashCode(self);
                  default -> call(method, statement, arguments);
                });
  }

  private @Nullable Object call(
      Method method, Object target, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof SQLException failure) {
        owner.failed(failure);
      }
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
