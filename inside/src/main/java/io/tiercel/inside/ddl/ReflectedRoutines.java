package io.tiercel.inside.ddl;

import io.tiercel.inside.PgFunction;
import io.tiercel.inside.PgProcedure;
import io.tiercel.inside.PgType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/// Reads the routines of a class by reflection.
public final class ReflectedRoutines {
  private ReflectedRoutines() {}

  /// The annotated methods of a class, in a fixed order.
  ///
  /// @throws InvalidRoutine if one of them cannot be called from SQL
  public static List<Routine> of(Class<?> type) {
    List<Routine> routines = new ArrayList<>();
    Method[] methods = type.getDeclaredMethods();
    Arrays.sort(methods, Comparator.comparing(Method::getName).thenComparing(Method::toString));
    for (Method method : methods) {
      PgFunction function = method.getAnnotation(PgFunction.class);
      PgProcedure procedure = method.getAnnotation(PgProcedure.class);
      if (function != null || procedure != null) {
        requireCallable(type, method);
        routines.add(routine(method, function, procedure));
      }
    }
    return routines;
  }

  private static void requireCallable(Class<?> type, Method method) {
    boolean isPublic = Modifier.isPublic(method.getModifiers());
    for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
      isPublic &= Modifier.isPublic(at.getModifiers());
    }
    if (!isPublic || !Modifier.isStatic(method.getModifiers())) {
      throw new InvalidRoutine(
          "%s.%s must be a public static method of a public class"
              .formatted(type.getName(), method.getName()));
    }
    if (method.isAnnotationPresent(PgProcedure.class) && method.getReturnType() != void.class) {
      throw new InvalidRoutine(
          "%s.%s: a procedure returns nothing".formatted(type.getName(), method.getName()));
    }
  }

  private static Routine routine(
      Method method, @Nullable PgFunction function, @Nullable PgProcedure procedure) {
    List<Routine.Parameter> parameters = new ArrayList<>();
    for (var parameter : method.getParameters()) {
      parameters.add(
          new Routine.Parameter(
              parameter.getName(), type(parameter.getParameterizedType()), sqlType(parameter)));
    }
    return new Routine(
        method.getDeclaringClass().getName(),
        method.getName(),
        parameters,
        type(method.getGenericReturnType()),
        sqlType(method),
        method.isVarArgs(),
        function,
        procedure);
  }

  private static @Nullable String sqlType(AnnotatedElement element) {
    PgType stated = element.getAnnotation(PgType.class);
    return stated == null ? null : stated.value();
  }

  private static JavaType type(Type type) {
    Class<?> raw = raw(type);
    return new JavaType(raw.getTypeName(), element(raw, type), components(raw));
  }

  private static Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> known -> known;
      case ParameterizedType generic -> (Class<?>) generic.getRawType();
      default -> Object.class;
    };
  }

  private static @Nullable JavaType element(Class<?> raw, Type type) {
    boolean isSet =
        BaseStream.class.isAssignableFrom(raw)
            || Iterable.class.isAssignableFrom(raw)
            || Iterator.class.isAssignableFrom(raw);
    if (!isSet) {
      return null;
    }
    return type instanceof ParameterizedType generic && generic.getActualTypeArguments().length == 1
        ? type(generic.getActualTypeArguments()[0])
        : new JavaType("java.lang.Object", null, null);
  }

  /// A codec's record, such as Interval, is one value.
  private static @Nullable List<JavaType.Component> components(Class<?> raw) {
    if (!raw.isRecord() || SqlTypes.of(raw.getTypeName()) != null) {
      return null;
    }
    return Arrays.stream(raw.getRecordComponents())
        .map(c -> new JavaType.Component(c.getName(), type(c.getGenericType()), sqlType(c)))
        .toList();
  }
}
