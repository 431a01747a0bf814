package io.tiercel.json.path;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A path from the root of a document: members by name, and each element of an array. There are no
/// positions in arrays, for those that mean something are members. Immutable.
///
/// @param steps at least one; null is each element of the array
public record DocumentPath(List<@Nullable String> steps) {
  private static final Pattern STEP =
      Pattern.compile("\\.?(?:([\\p{L}_0-9-]+)|\"((?:[^\"\\\\]|\\\\.)*)\")|(\\[\\*\\])");

  ///
  /// @throws IllegalArgumentException if there is no member, a name with U+0000 or two wildcards in
  ///     a row
  public DocumentPath {
    steps = Collections.unmodifiableList(new ArrayList<>(steps));
    if (steps.isEmpty() || steps.getFirst() == null) {
      throw new IllegalArgumentException("a path begins with a member");
    }
    for (String step : steps) {
      if (step != null && step.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("no member has U+0000 in its name");
      }
    }
  }

  /// Parses `fields[*].245.subfields[*].a`: names of letters, digits, `_` and `-`, others in double
  /// quotes with backslashes before quotes and backslashes.
  ///
  /// @throws IllegalArgumentException if it is no path
  public static DocumentPath parse(String path) {
    List<@Nullable String> steps = new ArrayList<>();
    Matcher step = STEP.matcher(path);
    int at = 0;
    while (at < path.length()) {
      if (!step.find(at) || step.start() != at || (at > 0) != hasSeparator(path, at)) {
        throw new IllegalArgumentException(
            "this is no path from character %d on: %s".formatted(at, path));
      }
      String quoted = step.group(2);
      steps.add(quoted == null ? step.group(1) : quoted.replaceAll("\\\\(.)", "$1"));
      at = step.end();
    }
    return new DocumentPath(steps);
  }

  private static boolean hasSeparator(String path, int at) {
    return path.charAt(at) == '.' || path.charAt(at) == '[';
  }

  /// Whether it leads to more than one value.
  public boolean isPlural() {
    return steps.contains(null);
  }

  /// The path to a member of what this leads to.
  public DocumentPath member(String name) {
    List<@Nullable String> longer = new ArrayList<>(steps);
    longer.add(name);
    return new DocumentPath(longer);
  }

  /// The path to each element of what this leads to.
  public DocumentPath elements() {
    List<@Nullable String> longer = new ArrayList<>(steps);
    longer.add(null);
    return new DocumentPath(longer);
  }

  /// The value in SQL as jsonb, for a path that is not plural: NULL where it is missing, the null
  /// of JSON where that is there.
  public String jsonIn(String document) {
    return steps.size() == 1
        ? document + " -> " + literal(String.valueOf(steps.getFirst()))
        : document + " #> " + literal(array());
  }

  /// The value in SQL, for a path that is not plural: as text, NULL where it is missing.
  public String textIn(String document) {
    return steps.size() == 1
        ? document + " ->> " + literal(String.valueOf(steps.getFirst()))
        : document + " #>> " + literal(array());
  }

  /// The values in SQL as a jsonb array, empty where there are none.
  public String arrayIn(String document) {
    return "jsonb_path_query_array(" + document + ", " + literal(jsonPath()) + ")";
  }

  private String array() {
    return steps.stream()
        .map(step -> '"' + escaped(String.valueOf(step)) + '"')
        .collect(Collectors.joining(",", "{", "}"));
  }

  /// The path in the language of jsonpath.
  public String jsonPath() {
    var path = new StringBuilder("$");
    for (String step : steps) {
      path.append(step == null ? "[*]" : ".\"" + escaped(step) + '"');
    }
    return path.toString();
  }

  /// Both in elements of arrays and in strings of jsonpath.
  private static String escaped(String name) {
    return name.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  /// A string literal; one with backslashes means the same whatever standard_conforming_strings is.
  public static String literal(String text) {
    String quoted = text.replace("'", "''");
    return text.indexOf('\\') < 0 ? "'" + quoted + "'" : "E'" + quoted.replace("\\", "\\\\") + "'";
  }

  @Override
  public String toString() {
    var path = new StringBuilder();
    for (String step : steps) {
      if (step == null) {
        path.append("[*]");
        continue;
      }
      path.append(path.isEmpty() ? "" : ".");
      path.append(step.matches("[\\p{L}_0-9-]+") ? step : '"' + escaped(step) + '"');
    }
    return path.toString();
  }
}
