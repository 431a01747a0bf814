package io.tiercel.inside.call;

import io.tiercel.inside.PgException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What stands behind AS in CREATE FUNCTION: `package.Class.method`, or with parameter types, where
/// a class has several of that name: `package.Class.method(int, java.lang.String)`. Nested classes
/// are named by `$`. In front may stand the jar that the class is in, `shop!package.Class.method`;
/// the server has looked for that already. Immutable.
///
/// @param parameterTypes as written, null if not written
record MethodName(String className, String methodName, @Nullable List<String> parameterTypes) {
  private static final String SYNTAX_ERROR = "42601";

  static MethodName parse(String source) {
    String text = withoutJar(source.strip());
    int open = text.indexOf('(');
    List<String> parameterTypes = null;
    String path = text;
    if (open >= 0) {
      if (!text.endsWith(")")) {
        throw malformed(text);
      }
      parameterTypes = split(text.substring(open + 1, text.length() - 1));
      path = text.substring(0, open).strip();
    }
    int dot = path.lastIndexOf('.');
    if (dot <= 0 || dot == path.length() - 1 || path.chars().anyMatch(Character::isWhitespace)) {
      throw malformed(text);
    }
    return new MethodName(path.substring(0, dot), path.substring(dot + 1), parameterTypes);
  }

  private static String withoutJar(String text) {
    int open = text.indexOf('(');
    int jar = text.indexOf('!');
    return jar < 0 || (open >= 0 && open < jar) ? text : text.substring(jar + 1);
  }

  private static List<String> split(String list) {
    List<String> types = new ArrayList<>();
    if (!list.isBlank()) {
      for (String type : list.split(",", -1)) {
        types.add(type.strip());
      }
    }
    return types;
  }

  private static PgException malformed(String text) {
    return new PgException(
        SYNTAX_ERROR,
        "\"%s\" names no Java method".formatted(text),
        null,
        "Write package.Class.method, or package.Class.method(int, java.lang.String).",
        null);
  }
}
