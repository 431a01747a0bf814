package io.tiercel.jdbc.sql;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How the arguments of a call are passed.
final class CallArguments {
  private static final Pattern NAMED =
      Pattern.compile("(\"(?:[^\"]|\"\")+\"|[\\p{L}_][\\p{L}\\p{N}_$]*)\\s*(?:=>|:=)\\s*\\$(\\d+)");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\d+");

  private CallArguments() {}

  /// The numbers of the placeholders that are passed by name.
  static Map<String, Integer> names(List<String> arguments) {
    var names = new HashMap<String, Integer>();
    for (String argument : arguments) {
      Matcher named = NAMED.matcher(argument);
      if (named.matches()) {
        names.put(name(named.group(1)), Integer.valueOf(named.group(2)));
      }
    }
    return names;
  }

  private static String name(String identifier) {
    return identifier.startsWith("\"")
        ? identifier.substring(1, identifier.length() - 1).replace("\"\"", "\"")
        : identifier.toLowerCase(Locale.ROOT);
  }

  static boolean isPlain(List<String> arguments) {
    return arguments.stream().allMatch(argument -> PLACEHOLDER.matcher(argument).matches());
  }
}
