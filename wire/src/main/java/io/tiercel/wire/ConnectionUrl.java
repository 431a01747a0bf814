package io.tiercel.wire;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A connection URL: `scheme://[user[:password]@]host[:port][,…]/database[?name=value[&…]]`, taken
/// apart into settings. Names, values, hosts and user are percent-encoded, as libpq reads them.
///
/// After `jdbc:postgresql:` what pgjdbc takes besides is taken too: a database alone, a property
/// without a value, and a plus sign for a space.
final class ConnectionUrl {
  private static final String PGJDBC = "jdbc:postgresql:";
  private static final List<String> SCHEMES =
      List.of("jdbc:tiercel://", "jdbc:postgresql://", "postgresql://", "postgres://");
  private static final String DEFAULT_PORT = "5432";

  private final Map<String, String> settings = new LinkedHashMap<>();
  private final boolean isPgjdbc;

  private ConnectionUrl(String url) {
    isPgjdbc = isPgjdbc(url);
    String rest = withoutScheme(url);
    int question = rest.indexOf('?');
    String place = question < 0 ? rest : rest.substring(0, question);
    int slash = place.indexOf('/');
    if (slash >= 0 && slash + 1 < place.length()) {
      settings.put("dbname", decoded(place.substring(slash + 1)));
    }
    authority(slash < 0 ? place : place.substring(0, slash));
    properties(question < 0 ? "" : rest.substring(question + 1));
  }

  /// The settings that `url` makes, by name; hosts and ports are lists with commas.
  ///
  /// @throws UsageException if it is malformed
  static Map<String, String> settings(String url) {
    return new ConnectionUrl(url).settings;
  }

  /// Whether the URL is written for pgjdbc.
  static boolean isPgjdbc(String url) {
    return url.startsWith(PGJDBC);
  }

  private static String withoutScheme(String url) {
    for (String scheme : SCHEMES) {
      if (url.startsWith(scheme)) {
        return url.substring(scheme.length());
      }
    }
    if (isPgjdbc(url)) {
      String database = url.substring(PGJDBC.length());
      return database.startsWith("/") ? database : "/" + database;
    }
    // The URL may hold a password, so it is not repeated here.
    throw malformed("it does not start with one of " + String.join(", ", SCHEMES));
  }

  private void authority(String authority) {
    int at = authority.lastIndexOf('@');
    if (at >= 0) {
      String[] user = authority.substring(0, at).split(":", 2);
      settings.put("user", decoded(user[0]));
      if (user.length > 1) {
        settings.put("password", decoded(user[1]));
      }
    }
    if (at + 1 < authority.length()) {
      var names = new ArrayList<String>();
      var ports = new ArrayList<String>();
      for (String host : authority.substring(at + 1).split(",", -1)) {
        int bracket = host.lastIndexOf(']');
        int colon = host.indexOf(':', Math.max(0, bracket));
        String name = colon < 0 ? host : host.substring(0, colon);
        String port = colon < 0 ? "" : host.substring(colon + 1);
        names.add(name.isEmpty() ? "localhost" : decoded(name));
        ports.add(port.isEmpty() && (colon < 0 || isPgjdbc) ? DEFAULT_PORT : port);
      }
      settings.put("host", String.join(",", names));
      settings.put("port", String.join(",", ports));
    }
  }

  private void properties(String text) {
    for (String property : text.split("&", -1)) {
      if (!property.isEmpty()) {
        int equals = property.indexOf('=');
        if (equals < 0 && isPgjdbc) {
          settings.put(decoded(property), "");
        } else if (equals <= 0) {
          throw malformed("property without a value; expected name=value");
        } else {
          settings.put(
              SettingNames.canonical(decoded(property.substring(0, equals))),
              decoded(property.substring(equals + 1)));
        }
      }
    }
  }

  private String decoded(String text) {
    try {
      // A plus sign is a plus sign here, not a space: this is no HTML form. pgjdbc differs.
      return URLDecoder.decode(isPgjdbc ? text : text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw malformed("a percent sign is not followed by two hexadecimal digits");
    }
  }

  static UsageException malformed(String reason) {
    return new UsageException(
        SqlState.INVALID_PARAMETER_VALUE,
        ("malformed connection URL: %s\n"
                + "Hint: write jdbc:tiercel://host:port/database?user=…&password=…")
            .formatted(reason));
  }
}
