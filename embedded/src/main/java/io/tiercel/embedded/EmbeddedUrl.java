package io.tiercel.embedded;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Reads `jdbc:tiercel:embedded:NAME?parameter=value&…`. Parameters that are not ours go on to the
/// plain URL, where the connection judges them.
final class EmbeddedUrl {
  static final String PREFIX = "jdbc:tiercel:embedded:";
  private static final String SETTING = "set.";

  private static final List<String> OURS =
      List.of("database", "port", "keepRunning", "startTimeout", "osUser");

  private EmbeddedUrl() {}

  static boolean accepts(String url) {
    return url.startsWith(PREFIX);
  }

  static EmbeddedOptions parse(String url) {
    if (!accepts(url)) {
      throw EmbeddedOptions.bad(
          "\"" + withoutParameters(url) + "\" is not the URL of an embedded server",
          "write " + PREFIX + "NAME or " + PREFIX + "/absolute/directory");
    }
    var question = url.indexOf('?');
    var place = decode(url.substring(PREFIX.length(), question < 0 ? url.length() : question));
    var options = at(place);
    if (question < 0) {
      return options;
    }
    for (var parameter : url.substring(question + 1).split("&", -1)) {
      var equals = parameter.indexOf('=');
      if (!parameter.isEmpty()) {
        var name = decode(equals < 0 ? parameter : parameter.substring(0, equals));
        options = with(options, name, equals < 0 ? "" : decode(parameter.substring(equals + 1)));
      }
    }
    return options;
  }

  private static EmbeddedOptions at(String place) {
    try {
      var path = Path.of(place);
      return path.isAbsolute() ? EmbeddedOptions.at(path) : EmbeddedOptions.named(place);
    } catch (InvalidPathException e) {
      return EmbeddedOptions.named(place);
    }
  }

  private static EmbeddedOptions with(EmbeddedOptions options, String name, String value) {
    if (name.startsWith(SETTING)) {
      return options.withSetting(name.substring(SETTING.length()), value);
    }
    return switch (name) {
      case "database" -> options.withDatabase(value);
      case "port" -> options.withPort(integer(name, value));
      case "keepRunning" -> options.withKeepRunning(bool(name, value));
      case "startTimeout" -> options.withStartTimeout(Duration.ofSeconds(integer(name, value)));
      case "osUser" -> options.withOsUser(value);
      default -> {
        refuseMisspelt(name);
        yield options.withConnectionParameter(name, value);
      }
    };
  }

  /// A connection passes over what it does not know, so `keeprunning=true` would be lost silently.
  private static void refuseMisspelt(String name) {
    for (var ours : OURS) {
      if (ours.equalsIgnoreCase(name)) {
        throw EmbeddedOptions.bad(
            "unknown parameter \"" + name + "\" in the URL", "it is written " + ours);
      }
    }
  }

  private static int integer(String name, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw EmbeddedOptions.bad(
          "parameter %s of the URL is \"%s\", expected an integer".formatted(name, value),
          "write " + name + "=1234");
    }
  }

  private static boolean bool(String name, String value) {
    return switch (value) {
      case "true", "" -> true;
      case "false" -> false;
      default ->
          throw EmbeddedOptions.bad(
              "parameter %s of the URL is \"%s\", expected true or false".formatted(name, value),
              "write " + name + "=true");
    };
  }

  /// Percent escapes only: a `+` in a path is a plus.
  private static String decode(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw EmbeddedOptions.bad(
          "malformed percent escape in \"" + text + "\"", "write %25 for a percent sign");
    }
  }

  private static String withoutParameters(String url) {
    var question = url.indexOf('?');
    return question < 0 ? url : url.substring(0, question);
  }

  /// `?user=…&password=…&…`, for a plain URL.
  static String query(Map<String, String> parameters) {
    var text = new StringBuilder();
    parameters.forEach(
        (name, value) ->
            text.append(text.isEmpty() ? '?' : '&')
                .append(encode(name))
                .append('=')
                .append(encode(value)));
    return text.toString();
  }

  static String encode(String text) {
    return java.net.URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
