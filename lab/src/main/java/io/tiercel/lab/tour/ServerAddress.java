package io.tiercel.lab.tour;

import io.tiercel.lab.cli.CommandFailure;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where a PostgreSQL server listens and how to log in, apart from any driver's spelling.
///
/// @param parameters the parameters of the URL, `user` and `password` among them; never printed
record ServerAddress(String host, int port, String database, Map<String, String> parameters) {
  private static final int DEFAULT_PORT = 5432;
  private static final Pattern URL =
      Pattern.compile(
          "jdbc:(?:tiercel|postgresql)://([^/:?]+|\\[[^]]+])(?::(\\d+))?/([^?]*)(?:\\?(.*))?");

  ServerAddress {
    parameters = Map.copyOf(parameters);
  }

  static ServerAddress parse(String url) {
    Matcher matcher = URL.matcher(url);
    if (!matcher.matches()) {
      throw new CommandFailure(
          "cannot read the URL, expected jdbc:tiercel://host:port/database?user=…&password=…",
          "jdbc:postgresql://… and jdbc:tiercel:embedded:NAME are understood as well; Unix sockets"
              + " and several hosts are not, for the tour.");
    }
    var parameters = new LinkedHashMap<String, String>();
    if (matcher.group(4) != null) {
      for (String parameter : matcher.group(4).split("&", -1)) {
        int equals = parameter.indexOf('=');
        if (equals > 0) {
          parameters.put(
              decode(parameter.substring(0, equals)), decode(parameter.substring(equals + 1)));
        }
      }
    }
    String port = matcher.group(2);
    return new ServerAddress(
        matcher.group(1),
        port == null ? DEFAULT_PORT : Integer.parseInt(port),
        decode(matcher.group(3)),
        parameters);
  }

  ServerAddress withDatabase(String other) {
    return new ServerAddress(host, port, other, parameters);
  }

  /// The same server reached through a proxy, which cannot count what is encrypted.
  ServerAddress through(InetSocketAddress proxy) {
    var plain = new LinkedHashMap<>(parameters);
    plain.put("sslmode", "disable");
    return new ServerAddress(proxy.getAddress().getHostAddress(), proxy.getPort(), database, plain);
  }

  InetSocketAddress socketAddress() {
    return new InetSocketAddress(host, port);
  }

  /// The URL for a driver, password included: not for printing.
  String jdbcUrl(String subprotocol, Map<String, String> more) {
    var all = new LinkedHashMap<>(parameters);
    all.putAll(more);
    var url = new StringBuilder("jdbc:%s://%s:%d/%s".formatted(subprotocol, host, port, database));
    char separator = '?';
    for (var parameter : all.entrySet()) {
      url.append(separator)
          .append(encode(parameter.getKey()))
          .append('=')
          .append(encode(parameter.getValue()));
      separator = '&';
    }
    return url.toString();
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /// Without the parameters: there may be a password among them.
  @Override
  public String toString() {
    return "%s:%d/%s".formatted(host, port, database);
  }
}
