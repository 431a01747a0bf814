package io.tiercel.inside.call;

import io.tiercel.inside.PgEventTrigger;
import io.tiercel.inside.PgException;
import io.tiercel.inside.PgTrigger;
import io.tiercel.inside.jar.JarLoader;
import io.tiercel.inside.type.RowEncoder;
import io.tiercel.inside.type.ValueDecoder;
import io.tiercel.wire.error.CodecException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds the method of a definition.
final class MethodSearch {
  private static final String UNDEFINED_FUNCTION = "42883";
  private static final String AMBIGUOUS_FUNCTION = "42725";

  private MethodSearch() {}

  /// The one public static method that the definition means.
  ///
  /// @throws PgException `42883` if there is none, `42725` if several could be meant
  static Method find(Definition definition, ClassLoader loader) {
    var name = MethodName.parse(definition.source());
    Class<?> type = load(name, loader);
    List<Method> named =
        Arrays.stream(type.getMethods())
            .filter(method -> method.getName().equals(name.methodName()))
            .filter(
                method ->
                    Modifier.isStatic(method.getModifiers()) != definition.kind().isOfInstance())
            .filter(method -> isMeant(method, name, definition))
            .toList();
    if (named.isEmpty()) {
      throw missing(definition, name, type);
    }
    return named.size() == 1 ? named.getFirst() : best(named, definition);
  }

  private static Class<?> load(MethodName name, ClassLoader loader) {
    Class<?> type;
    try {
      type = Class.forName(name.className(), true, loader);
    } catch (ClassNotFoundException e) {
      throw new PgException(
          UNDEFINED_FUNCTION,
          "the Java worker has no class \"%s\"".formatted(name.className()),
          loader instanceof JarLoader jars ? "It is not in " + jars.getName() + "." : null,
          "Deploy its jar, or add it to \"pgjava.class_path\" and call pgjava.restart_worker().",
          e);
    }
    if (!Modifier.isPublic(type.getModifiers())) {
      throw new PgException(
          UNDEFINED_FUNCTION, "class \"%s\" is not public".formatted(name.className()));
    }
    return type;
  }

  private static boolean isMeant(Method method, MethodName name, Definition definition) {
    boolean fits =
        switch (definition.kind()) {
          case FUNCTION, TRANSITION, FINAL ->
              method.getParameterCount() == definition.arguments().size();
          case TRIGGER -> takes(method, PgTrigger.class);
          case EVENT_TRIGGER -> takes(method, PgEventTrigger.class);
        };
    if (!fits) {
      return false;
    }
    List<String> types = name.parameterTypes();
    return types == null
        || types.equals(Arrays.stream(method.getParameterTypes()).map(Class::getTypeName).toList());
  }

  private static boolean takes(Method method, Class<?> type) {
    return method.getParameterCount() == 1 && method.getParameterTypes()[0] == type;
  }

  /// Of several, those that can take the types.
  private static Method best(List<Method> named, Definition definition) {
    List<Method> fitting = new ArrayList<>();
    if (definition.arguments().isEmpty() || definition.kind() == Definition.Kind.TRIGGER) {
      return named.getFirst(); // overloads differ in their parameters, so there is one
    }
    for (Method method : named) {
      try {
        planArguments(method, definition);
        fitting.add(method);
      } catch (CodecException e) {
        // not this one
      }
    }
    if (fitting.size() == 1) {
      return fitting.getFirst();
    }
    throw new PgException(
        AMBIGUOUS_FUNCTION,
        "%d methods could be meant by \"%s\"".formatted(named.size(), definition.source()),
        null,
        "Write the parameters' types: \"%s\".".formatted(signature(named.getFirst())),
        null);
  }

  /// How to read the arguments.
  ///
  /// @throws CodecException `42804` if a parameter cannot take its type
  static List<ValueDecoder> planArguments(Method method, Definition definition) {
    List<ValueDecoder> decoders = new ArrayList<>();
    Class<?>[] types = method.getParameterTypes();
    for (int i = 0; i < types.length; i++) {
      int oid = definition.arguments().get(i);
      decoders.add(
          ValueDecoder.plan(
              definition.types(),
              oid,
              definition.types().argumentFormat(oid),
              types[i],
              "argument " + (i + 1)));
    }
    return decoders;
  }

  /// How to write the results.
  ///
  /// @throws CodecException `42804` if the method's result cannot be written
  static RowEncoder planResult(Method method, Definition definition) {
    var encoder =
        new RowEncoder(definition.types(), definition.columns(), definition.isComposite());
    if (!definition.isVoid()) {
      encoder.requireWritable(
          definition.isSet() ? Elements.typeOf(method) : method.getReturnType());
    }
    return encoder;
  }

  private static PgException missing(Definition definition, MethodName name, Class<?> type) {
    List<String> others =
        Arrays.stream(type.getMethods())
            .filter(method -> method.getName().equals(name.methodName()))
            .map(MethodSearch::signature)
            .toList();
    return new PgException(
        UNDEFINED_FUNCTION,
        "class \"%s\" has no public %s method \"%s\" of %s that \"%s\" could mean"
            .formatted(
                name.className(),
                definition.kind().isOfInstance() ? "instance" : "static",
                name.methodName(),
                parameters(definition),
                definition.source()),
        others.isEmpty() ? null : "It has " + String.join(", ", others) + ".",
        null,
        null);
  }

  private static String parameters(Definition definition) {
    return switch (definition.kind()) {
      case FUNCTION, TRANSITION, FINAL -> definition.arguments().size() + " parameters";
      case TRIGGER -> "one parameter PgTrigger";
      case EVENT_TRIGGER -> "one parameter PgEventTrigger";
    };
  }

  private static String signature(Method method) {
    return "%s.%s(%s)"
        .formatted(
            method.getDeclaringClass().getName(),
            method.getName(),
            String.join(
                ", ", Arrays.stream(method.getParameterTypes()).map(Class::getTypeName).toList()));
  }
}
