package io.tiercel.json.advisor.workload;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads as much of a jsonpath as names paths and what they are compared with. Confined to one
/// thread.
final class JsonPathText {
  private final String text;
  private int at;
  private final List<Found> found = new ArrayList<>();
  private boolean isComplete = true;

  private JsonPathText(String text) {
    this.text = text;
  }

  /// A path in it.
  ///
  /// @param steps null is each element
  /// @param comparison `==`, `<` and so on, null if there is none
  /// @param value what it is compared with, as it stands there
  record Found(List<@Nullable String> steps, @Nullable String comparison, @Nullable String value) {}

  /// @param isComplete whether nothing was left aside
  record Reading(List<Found> paths, boolean isComplete) {}

  static Reading read(String text) {
    var reader = new JsonPathText(text.strip());
    reader.accept("strict");
    reader.accept("lax");
    if (reader.accept("$")) {
      reader.path(new ArrayList<>());
    }
    reader.skipBlanks();
    return new Reading(
        List.copyOf(reader.found), reader.isComplete && reader.at >= reader.text.length());
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean accept(String sign) {
    skipBlanks();
    boolean is = text.startsWith(sign, at);
    at += is ? sign.length() : 0;
    return is;
  }

  /// Steps from a point on, with filters, and a comparison behind them.
  private void path(List<@Nullable String> from) {
    List<@Nullable String> steps = new ArrayList<>(from);
    boolean isFiltered = false;
    while (true) {
      if (accept("[*]")) {
        steps.add(null);
      } else if (accept("[")) {
        isComplete = false;
        int close = text.indexOf(']', at);
        at = close < 0 ? text.length() : close + 1;
        steps.add(null);
      } else if (accept("?")) {
        isFiltered = true;
        filter(steps);
      } else if (accept(".")) {
        String member = member();
        if (member == null) {
          isComplete = false;
          return;
        }
        steps.add(member);
      } else {
        break;
      }
    }
    for (String comparison :
        List.of("==", "!=", "<>", "<=", ">=", "<", ">", "like_regex", "starts with")) {
      if (accept(comparison)) {
        found.add(new Found(steps, comparison, value()));
        return;
      }
    }
    if (!isFiltered) {
      found.add(new Found(steps, null, null));
    }
  }

  /// A name, or null for what is no member: a method, a wildcard of members.
  private @Nullable String member() {
    skipBlanks();
    if (at < text.length() && text.charAt(at) == '"') {
      return quoted();
    }
    int end = at;
    while (end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end)) || "_$".indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    if (end == at || (end < text.length() && text.charAt(end) == '(')) {
      at = text.length();
      return null;
    }
    String member = text.substring(at, end);
    at = end;
    return member;
  }

  private String quoted() {
    var value = new StringBuilder();
    at++;
    while (at < text.length() && text.charAt(at) != '"') {
      if (text.charAt(at) == '\\' && at + 1 < text.length()) {
        at++;
      }
      value.append(text.charAt(at++));
    }
    at++;
    return value.toString();
  }

  private String value() {
    skipBlanks();
    if (at < text.length() && text.charAt(at) == '"') {
      return quoted();
    }
    int end = at;
    while (end < text.length() && " \t\n)&|".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    String value = text.substring(at, end);
    at = end;
    return value;
  }

  /// Conditions in parentheses, each on `@` or a path from it.
  private void filter(List<@Nullable String> steps) {
    if (!accept("(")) {
      isComplete = false;
      return;
    }
    int open = 1;
    while (open > 0 && at < text.length()) {
      if (accept("@")) {
        path(steps);
      } else if (accept("(")) {
        open++;
      } else if (accept(")")) {
        open--;
      } else if (!accept("&&") && !accept("||")) {
        isComplete = false;
        at++;
      }
    }
  }
}
