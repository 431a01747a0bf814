package io.tiercel.inside.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Documents and expressions that meet often: few names, short values, everything that XML has
/// between them.
final class RandomXml {
  static final String NAMESPACE = "urn:p";

  private static final List<String> ELEMENTS = List.of("a", "b", "c", "p:a", "d-e.f");
  private static final List<String> ATTRIBUTES = List.of("id", "x", "p:id");
  private static final List<String> TEXTS =
      List.of(
          "1",
          "12",
          "abc",
          "a&amp;b",
          "&#x1F985;",
          "𝛑",
          " ",
          "\n  ",
          "<![CDATA[<x>]]>",
          "<![CDATA[]]>",
          "<!-- c -->",
          "<?pi x?>",
          "é",
          "6.5",
          "-3",
          "&lt;",
          "x\r\ny",
          "abcdef");
  private static final List<String> LITERALS =
      List.of("1", "12", "abc", "a", "", "x", "<x>", "é", "abcdef", "it''s");

  private final RandomGenerator random;

  RandomXml(RandomGenerator random) {
    this.random = random;
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  String document() {
    var out = new StringBuilder();
    if (random.nextInt(8) == 0) {
      out.append(
          one(List.of("<?xml version='1.0'?>", "<!-- first -->\n", "<!DOCTYPE a>", "<?pi?>")));
    }
    element(out, random.nextInt(1, 6), true);
    if (random.nextInt(8) == 0) {
      out.append("\n<!-- last -->");
    }
    if (random.nextInt(60) == 0) {
      out.setLength(out.length() - 3); // malformed
    }
    return out.toString();
  }

  private void element(StringBuilder out, int depth, boolean isRoot) {
    String name = one(ELEMENTS);
    out.append('<').append(name);
    if (isRoot) {
      out.append(" xmlns:p='").append(NAMESPACE).append('\'');
    } else if (random.nextInt(12) == 0) {
      out.append(" xmlns='").append(random.nextBoolean() ? NAMESPACE : "").append('\'');
    }
    for (String attribute : ATTRIBUTES) {
      if (random.nextInt(3) == 0) {
        String value = one(List.of("1", "7", "abc", "", "a&amp;\n b", "x"));
        out.append(' ').append(attribute).append("=\"").append(value).append('"');
      }
    }
    int children = depth == 0 ? 0 : random.nextInt(5);
    if (children == 0 && random.nextInt(3) == 0) {
      out.append("/>");
      return;
    }
    out.append('>');
    for (int i = 0; i <= children; i++) {
      for (int texts = random.nextInt(3); texts > 0; texts--) {
        out.append(one(TEXTS));
      }
      if (i < children) {
        element(out, depth - 1, false);
      }
    }
    out.append("</").append(name).append('>');
  }

  String rows() {
    var out = new StringBuilder();
    int steps = random.nextInt(1, 4);
    for (int i = 0; i < steps; i++) {
      out.append(random.nextInt(3) > 0 ? "//" : i == 0 && random.nextBoolean() ? "" : "/");
      out.append(one(List.of("*", "a", "b", "c", "p:a", "p:*", "d-e.f")));
      for (int predicates = random.nextInt(3); predicates > 1; predicates--) {
        out.append('[').append(condition(2, i == steps - 1)).append(']');
      }
    }
    return out.toString();
  }

  private String condition(int depth, boolean isLast) {
    if (depth > 0 && random.nextInt(3) == 0) {
      return switch (random.nextInt(4)) {
        case 0 -> "not(" + condition(depth - 1, isLast) + ")";
        case 1 -> "(" + condition(depth - 1, isLast) + ")";
        default ->
            condition(depth - 1, isLast)
                + one(List.of(" and ", " or ", "\nor "))
                + condition(depth - 1, isLast);
      };
    }
    String of = isLast && random.nextBoolean() ? "." : "@" + one(ATTRIBUTES);
    return switch (random.nextInt(of.equals(".") ? 3 : 4)) {
      case 0 -> of + one(List.of(" = ", "!=", " eq ", " ne ")) + literal();
      case 1 ->
          "string-length(%s) %s %d"
              .formatted(
                  of.equals(".") && random.nextBoolean() ? "" : of,
                  one(List.of("=", "!=", "<", "<=", ">", ">=", "eq", "lt")),
                  random.nextInt(8));
      case 2 ->
          one(List.of("contains", "starts-with", "ends-with")) + "(" + of + ", " + literal() + ")";
      default ->
          random.nextBoolean()
              ? of
              : of + one(List.of(" = ", " < ", ">=")) + random.nextInt(10); // perhaps no number
    };
  }

  private String literal() {
    return "'" + one(LITERALS) + "'";
  }

  List<String> columns() {
    List<String> columns = new ArrayList<>();
    IntStream.range(0, random.nextInt(1, 4)).forEach(i -> columns.add(column()));
    return columns;
  }

  private String column() {
    String path =
        one(
            List.of(
                ".",
                "@id",
                "@p:id",
                "a",
                "b/c",
                "a/@x",
                "text()",
                "a/text()",
                "./b",
                "p:a",
                "*/@id",
                "d-e.f/text()"));
    // string() of several items is a type error, which need not be one that a query notices first.
    return random.nextInt(4) == 0 ? "string(" + path + ")" : path;
  }
}
