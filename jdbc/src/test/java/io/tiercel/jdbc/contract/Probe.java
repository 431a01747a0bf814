package io.tiercel.jdbc.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.SQLData;
import java.sql.SQLException;
import java.sql.SQLInput;
import java.sql.SQLOutput;
import org.jspecify.annotations.NullUnmarked;

/// A value of a composite type with one attribute, which calls one method of the stream that it is
/// read from or written to.
@NullUnmarked
public final class Probe implements SQLData {
  private static final ThreadLocal<Method> READ_BY = new ThreadLocal<>();
  private static final ThreadLocal<Boolean> READ = new ThreadLocal<>();

  private final String typeName;
  private final Method method;
  private final Object[] arguments;
  private boolean isReached;
  private String outcome;

  /// Made by the driver, for [#reading(Method)].
  public Probe() {
    this(null, READ_BY.get());
  }

  /// To be written.
  Probe(String typeName, Method method, Object... arguments) {
    this.typeName = typeName;
    this.method = method;
    this.arguments = arguments;
  }

  /// What the driver makes on this thread from now on calls that method.
  static void reading(Method method) {
    READ_BY.set(method);
    READ.set(false);
  }

  /// Whether one of them was asked to read.
  static boolean wasRead() {
    return READ.get();
  }

  boolean isReached() {
    return isReached;
  }

  String outcome() {
    return outcome;
  }

  @Override
  public String getSQLTypeName() {
    return typeName;
  }

  @Override
  public void readSQL(SQLInput input, String readTypeName) throws SQLException {
    if (method.getName().equals("wasNull")) {
      input.readString();
    }
    READ.set(true);
    outcome = called(input);
  }

  @Override
  public void writeSQL(SQLOutput output) throws SQLException {
    outcome = called(output);
  }

  private String called(Object stream) throws SQLException {
    isReached = true;
    Object[] all = arguments;
    if (all.length == 0 && method.getParameterCount() == 1) {
      all = new Object[] {String.class}; // readObject
    }
    try {
      return Shown.of(method.invoke(stream, all));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof SQLException failure) {
        throw failure;
      }
      throw new IllegalStateException(e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
