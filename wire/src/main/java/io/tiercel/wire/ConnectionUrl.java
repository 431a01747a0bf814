package io.tiercel.wire;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// A connection URL: `scheme://[user[:password]@]host[:port][,…]/database[?name=value[&…]]`. Names,
/// values, hosts and user are percent-encoded, as libpq reads them.
final class ConnectionUrl {
  private static final List<String> SCHEMES =
      List.of("jdbc:tiercel://", "jdbc:postgresql://", "postgresql://", "postgres://");
  private static final int DEFAULT_PORT = 5432;
  private static final int MAX_PORT = 65535;

  private final ConnectionConfig.Builder builder = ConnectionConfig.builder();
  private int unixPort = DEFAULT_PORT;
  private String unixDirectory = "";

  ConnectionUrl(String url) {
    String rest = withoutScheme(url);
    int question = rest.indexOf('?');
    String properties = question < 0 ? "" : rest.substring(question + 1);
    String place = question < 0 ? rest : rest.substring(0, question);
    int slash = place.indexOf('/');
    String authority = slash < 0 ? place : place.substring(0, slash);
    if (slash >= 0 && slash + 1 < place.length()) {
      builder.database(decoded(place.substring(slash + 1)));
    }
    authority(authority);
    properties(properties);
    if (!unixDirectory.isEmpty()) {
      builder.hosts.clear();
      builder.host(unixDirectory, unixPort);
    }
  }

  ConnectionConfig toConfig() {
    return builder.build();
  }

  private static String withoutScheme(String url) {
    for (String scheme : SCHEMES) {
      if (url.startsWith(scheme)) {
        return url.substring(scheme.length());
      }
    }
    // The URL may hold a password, so it is not repeated here.
    throw malformed("it does not start with one of " + String.join(", ", SCHEMES));
  }

  private void authority(String authority) {
    int at = authority.lastIndexOf('@');
    if (at >= 0) {
      String[] user = authority.substring(0, at).split(":", 2);
      builder.user(decoded(user[0]));
      if (user.length > 1) {
        builder.password(decoded(user[1]));
      }
    }
    String hosts = authority.substring(at + 1);
    if (!hosts.isEmpty()) {
      for (String host : hosts.split(",", -1)) {
        host(host);
      }
    }
  }

  private void host(String text) {
    int bracket = text.lastIndexOf(']');
    int colon = text.indexOf(':', Math.max(0, bracket));
    String name = colon < 0 ? text : text.substring(0, colon);
    int port = colon < 0 ? DEFAULT_PORT : port(text.substring(colon + 1));
    if (bracket >= 0 && name.startsWith("[")) {
      name = name.substring(1, bracket);
    }
    unixPort = port;
    builder.host(name.isEmpty() ? "localhost" : decoded(name), port);
  }

  private static int port(String text) {
    int port = integer("port", text);
    if (port < 1 || port > MAX_PORT) {
      throw malformed("port %d is not between 1 and %d".formatted(port, MAX_PORT));
    }
    return port;
  }

  private void properties(String text) {
    for (String property : text.split("&", -1)) {
      if (!property.isEmpty()) {
        int equals = property.indexOf('=');
        if (equals <= 0) {
          throw malformed("property without a value; expected name=value");
        }
        property(decoded(property.substring(0, equals)), decoded(property.substring(equals + 1)));
      }
    }
  }

  // One flat table of names; longer than our methods are, for it is one idea.
  private void property(String name, String value) {
    switch (name) {
      case "user" -> builder.user(value);
      case "password" -> builder.password(value);
      case "dbname" -> builder.database(value);
      case "host", "unixSocketDirectory" -> hostProperty(value);
      case "port" -> portProperty(value);
      case "sslmode" -> builder.sslMode(SslMode.parse(value));
      case "ssl" -> {
        if (Boolean.parseBoolean(value)) {
          builder.sslMode(SslMode.VERIFY_FULL);
        }
      }
      case "sslnegotiation", "sslNegotiation" -> builder.sslNegotiationDirect(direct(value));
      case "sslrootcert" -> builder.sslRootCert(value);
      case "sslcert" -> builder.sslCert(value);
      case "sslkey" -> builder.sslKey(value);
      case "channelBinding", "channel_binding" -> builder.channelBinding(channelBinding(value));
      case "connectTimeout", "connect_timeout" -> builder.connectTimeout(seconds(name, value));
      case "loginTimeout" -> builder.loginTimeout(seconds(name, value));
      case "socketTimeout" -> builder.socketTimeout(seconds(name, value));
      case "ApplicationName", "application_name" -> builder.applicationName(value);
      case "currentSchema" -> builder.runtimeParameter("search_path", value);
      case "options" -> builder.runtimeParameter("options", value);
      case "preparedStatementCacheSize", "preparedStatementCacheQueries" ->
          builder.preparedStatementCacheSize(atLeast(0, name, value));
      case "receiveBufferSize" -> builder.receiveBufferSize(atLeast(1024, name, value));
      case "maxMessageBytes" -> builder.maxMessageBytes(atLeast(1024, name, value));
      case "max_protocol_version", "protocolVersion" -> builder.maxProtocolMinor(minor(value));
      default -> builder.unknownProperties.add(name);
    }
  }

  private void hostProperty(String value) {
    if (value.startsWith("/")) {
      unixDirectory = value;
    } else {
      builder.hosts.clear();
      for (String host : value.split(",", -1)) {
        host(host);
      }
    }
  }

  private void portProperty(String value) {
    unixPort = port(value);
    builder.hosts.replaceAll(host -> new ConnectionConfig.Host(host.name(), unixPort));
  }

  private static boolean direct(String value) {
    return switch (value) {
      case "direct" -> true;
      case "postgres" -> false;
      default ->
          throw malformed("sslnegotiation is \"%s\", not postgres or direct".formatted(value));
    };
  }

  private static ChannelBinding channelBinding(String value) {
    return switch (value) {
      case "disable" -> ChannelBinding.DISABLE;
      case "prefer" -> ChannelBinding.PREFER;
      case "require" -> ChannelBinding.REQUIRE;
      default ->
          throw malformed(
              "channelBinding is \"%s\", not disable, prefer or require".formatted(value));
    };
  }

  private static int minor(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "3", "3.0" -> 0;
      case "3.2", "latest" -> 2;
      default ->
          throw malformed(
              "max_protocol_version is \"%s\", not 3.0, 3.2 or latest".formatted(value));
    };
  }

  /// As in pgjdbc and libpq, 0 stands for no limit; a day is as good.
  private static Duration seconds(String name, String value) {
    int seconds = atLeast(0, name, value);
    return seconds == 0 ? Duration.ofDays(1) : Duration.ofSeconds(seconds);
  }

  private static int atLeast(int min, String name, String value) {
    int number = integer(name, value);
    if (number < min) {
      throw malformed("%s is %d, less than %d".formatted(name, number, min));
    }
    return number;
  }

  private static int integer(String name, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw malformed("%s is \"%s\", not a whole number".formatted(name, value));
    }
  }

  private static String decoded(String text) {
    try {
      // A plus sign is a plus sign here, not a space: this is no HTML form.
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw malformed("a percent sign is not followed by two hexadecimal digits");
    }
  }

  private static UsageException malformed(String reason) {
    return new UsageException(
        SqlState.INVALID_PARAMETER_VALUE,
        ("malformed connection URL: %s\n"
                + "Hint: write jdbc:tiercel://host:port/database?user=…&password=…")
            .formatted(reason));
  }
}
