package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.codec.ServerText;
import io.tiercel.wire.error.SqlState;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// pgjdbc's `PGobject` and its subclasses: the name of a type and a text of it, in the code of
/// applications that use them for `jsonb` and the like. By reflection, for pgjdbc need not
/// be there.
final class PgjdbcObject {
  private static final String NAME = "org.postgresql.util.PGobject";

  private record Methods(Method getType, Method getValue, Method setType, Method setValue) {}

  private static final ClassValue<Optional<Methods>> METHODS =
      new ClassValue<>() {
        @Override
        protected Optional<Methods> computeValue(Class<?> type) {
          return find(type);
        }
      };

  private PgjdbcObject() {}

  private static Optional<Methods> find(Class<?> type) {
    Class<?> above = type;
    while (above != null && !above.getName().equals(NAME)) {
      above = above.getSuperclass();
    }
    if (above == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Methods(
              above.getMethod("getType"),
              above.getMethod("getValue"),
              above.getMethod("setType", String.class),
              above.getMethod("setValue", String.class)));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(NAME + " is not as in pgjdbc 42.7, which Tiercel knows", e);
    }
  }

  /// Whether that is `PGobject` or a subclass.
  static boolean isOne(Class<?> type) {
    return METHODS.get(type).isPresent();
  }

  /// The parameter that one stands for; NULL of its type if it has no value.
  static Parameter parameter(Object object, ConversionContext context) throws SQLException {
    Methods methods = METHODS.get(object.getClass()).orElseThrow();
    if (!(call(methods.getType, object) instanceof String type)) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE,
          "a PGobject without a type\nHint: call setType first.",
          null);
    }
    Object value = call(methods.getValue, object);
    return new Parameter(
        context.types().oid(type), value == null ? null : new ServerText(value.toString()));
  }

  /// A new one.
  ///
  /// @throws SQLException `07006` if the class cannot be made or does not take the text
  static Object of(Class<?> target, String type, String text) throws SQLException {
    Methods methods = METHODS.get(target).orElseThrow();
    Object object = create(target);
    call(methods.setType, object, type);
    call(methods.setValue, object, text);
    return object;
  }

  private static Object create(Class<?> target) throws SQLException {
    try {
      if (!Modifier.isAbstract(target.getModifiers())) {
        return target.getConstructor().newInstance();
      }
    } catch (InvocationTargetException e) {
      throw failed(target.getName() + "()", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw failed(target.getName() + "()", e);
    }
    throw failed(target.getName() + " is abstract", null);
  }

  private static @Nullable Object call(Method method, Object object, Object... arguments)
      throws SQLException {
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof SQLException cause
          ? cause
          : failed(method.getName(), e.getCause());
    } catch (IllegalAccessException e) {
      throw failed(method.getName(), e);
    }
  }

  private static SQLException failed(String what, @Nullable Throwable cause) {
    return SqlExceptions.of(
        "07006",
        "%s of pgjdbc failed%s".formatted(what, cause == null ? "" : ": " + cause.getMessage()),
        cause);
  }
}
