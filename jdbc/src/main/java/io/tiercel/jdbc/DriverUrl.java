package io.tiercel.jdbc;

import io.tiercel.jdbc.session.SessionOptions;
import io.tiercel.wire.ConnectionConfig;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.TreeMap;

/// A URL together with the properties that were given beside it, which count for less than those in
/// the URL.
final class DriverUrl {
  private final String url;
  private final Map<String, String> properties = new TreeMap<>();

  DriverUrl(String url, Properties beside) {
    this.url = url;
    for (String name : beside.stringPropertyNames()) {
      properties.put(name, beside.getProperty(name));
    }
    int question = url.indexOf('?');
    if (question >= 0) {
      for (String property : url.substring(question + 1).split("&", -1)) {
        int equals = property.indexOf('=');
        if (equals > 0) {
          properties.put(
              decoded(property.substring(0, equals)), decoded(property.substring(equals + 1)));
        }
      }
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /// Where to connect. The session's time zone is the JVM's, as applications of JDBC expect.
  ConnectionConfig config() {
    int question = url.indexOf('?');
    var complete = new StringBuilder(question < 0 ? url : url.substring(0, question));
    char separator = '?';
    for (Map.Entry<String, String> property : properties.entrySet()) {
      complete
          .append(separator)
          .append(encoded(property.getKey()))
          .append('=')
          .append(encoded(property.getValue()));
      separator = '&';
    }
    return ConnectionConfig.parse(complete.toString()).toBuilder()
        .runtimeParameter("TimeZone", serverZone(TimeZone.getDefault().getID()))
        .build();
  }

  /// The server counts the hours of `GMT+2` west of Greenwich, Java east of it.
  static String serverZone(String id) {
    if (id.startsWith("GMT") && id.length() > 3) {
      char sign = id.charAt(3) == '+' ? '-' : '+';
      return "GMT" + sign + id.substring(4);
    }
    return id;
  }

  SessionOptions options() {
    var defaults = SessionOptions.DEFAULTS;
    return new SessionOptions(
        integer("defaultRowFetchSize", defaults.defaultFetchSize()),
        integer("prepareThreshold", defaults.prepareThreshold()),
        Boolean.parseBoolean(properties.getOrDefault("rewriteBatch", "true")),
        "unspecified".equals(properties.get("stringtype")));
  }

  private int integer(String name, int otherwise) {
    String value = properties.get(name);
    return value == null ? otherwise : Integer.parseInt(value);
  }
}
