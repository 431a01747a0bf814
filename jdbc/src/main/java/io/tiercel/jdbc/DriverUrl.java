package io.tiercel.jdbc;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.property.DriverProperties;
import io.tiercel.jdbc.session.Compatibility;
import io.tiercel.jdbc.session.ResultLimits;
import io.tiercel.jdbc.session.SessionOptions;
import io.tiercel.jdbc.sql.CallMode;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.error.SqlState;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A URL together with the properties that were given beside it, which count for less than those in
/// the URL.
final class DriverUrl {
  private static final int DEFAULT_PREPARE_THRESHOLD = SessionOptions.DEFAULT_PREPARE_THRESHOLD;

  private final String url;
  private final ConnectionConfig config;

  /// What the client underneath leaves to us.
  private final Map<String, String> properties;

  private DriverUrl(String url, ConnectionConfig config, Map<String, String> properties) {
    this.url = url;
    this.config = config;
    this.properties = properties;
  }

  /// Starts the server if the URL is that of one to be started.
  ///
  /// @throws SQLException if a property cannot be done without, and is not supported
  DriverUrl(String given, Properties beside) throws SQLException {
    url = LocatedServers.plainUrl(given);
    var settings = new HashMap<String, String>();
    for (String name : beside.stringPropertyNames()) {
      settings.put(name, beside.getProperty(name));
    }
    // As in pgjdbc, a statement may take as long as it likes unless somebody says otherwise.
    settings.putIfAbsent("socketTimeout", "0");
    if (DriverManager.getLoginTimeout() > 0) {
      settings.putIfAbsent("loginTimeout", Integer.toString(DriverManager.getLoginTimeout()));
    }
    ConnectionConfig parsed = ConnectionConfig.parse(url, settings);
    properties = parsed.unknownProperties();
    DriverProperties.check(properties);
    config =
        parsed.toBuilder()
            .runtimeParameter("TimeZone", serverZone(TimeZone.getDefault().getID()))
            .namedStatements(integer("prepareThreshold", DEFAULT_PREPARE_THRESHOLD) != 0)
            .build();
  }

  /// The same for another user, whoever the URL names.
  DriverUrl as(String user, @Nullable String password) {
    return new DriverUrl(url, config.toBuilder().user(user).password(password).build(), properties);
  }

  /// The URL for metadata, by which tools tell the database: the subprotocol and the properties as
  /// they were given, less passwords, and the hosts and the database as they were found.
  String publicUrl() {
    int subprotocol = url.indexOf(':', "jdbc:".length()) + 1;
    int query = url.indexOf('?');
    String shown =
        query < 0
            ? ""
            : Arrays.stream(url.substring(query + 1).split("&"))
                .filter(property -> !isPassword(property))
                .collect(Collectors.joining("&"));
    String hosts = config.hosts().stream().map(Object::toString).collect(Collectors.joining(","));
    return "%s//%s/%s%s"
        .formatted(
            url.substring(0, subprotocol),
            hosts,
            config.database(),
            shown.isEmpty() ? "" : "?" + shown);
  }

  private static boolean isPassword(String property) {
    return property.startsWith("password=") || property.startsWith("sslpassword=");
  }

  /// Where to connect. The session's time zone is the JVM's, as applications of JDBC expect.
  ConnectionConfig config() {
    return config;
  }

  /// The server counts the hours of `GMT+2` west of Greenwich, Java east of it.
  static String serverZone(String id) {
    if (id.startsWith("GMT") && id.length() > 3) {
      char sign = id.charAt(3) == '+' ? '-' : '+';
      return "GMT" + sign + id.substring(4);
    }
    return id;
  }

  SessionOptions options() throws SQLException {
    String rewrite = properties.getOrDefault("reWriteBatchedInserts", "true");
    return new SessionOptions(
        notNegative("defaultRowFetchSize", 0),
        integer("prepareThreshold", DEFAULT_PREPARE_THRESHOLD),
        Boolean.parseBoolean(properties.getOrDefault("rewriteBatch", rewrite)),
        Boolean.parseBoolean(properties.get("copyBatch")),
        "unspecified".equals(properties.get("stringtype")),
        Boolean.parseBoolean(properties.get("raiseExceptionOnSilentRollback")),
        CallMode.of(properties.getOrDefault("escapeSyntaxCallMode", "select")),
        ResultLimits.of(properties),
        Compatibility.of(properties));
  }

  /// Whether connections begin read-only.
  boolean isReadOnly() {
    return Boolean.parseBoolean(properties.get("readOnly"));
  }

  private int notNegative(String name, int otherwise) throws SQLException {
    int value = integer(name, otherwise);
    if (value < 0) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE,
          "connection property %s is %d, less than 0".formatted(name, value),
          null);
    }
    return value;
  }

  private int integer(String name, int otherwise) throws SQLException {
    String value = properties.get(name);
    try {
      return value == null ? otherwise : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE,
          "connection property %s is \"%s\", not a whole number".formatted(name, value),
          e);
    }
  }
}
