package io.tiercel.wire;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.spi.OAuthTokenProvider;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;

/// Reads settings, texts by their canonical names, into a [ConnectionConfig]. Used once.
final class SettingsReader {
  private static final BigDecimal A_DAY = BigDecimal.valueOf(Duration.ofDays(1).toSeconds());

  private static final int DEFAULT_PORT = 5432;
  private static final int MAX_PORT = 65535;

  private final Map<String, String> settings;
  private final ConnectionConfig.Builder builder = ConnectionConfig.builder();

  SettingsReader(Map<String, String> settings) {
    this.settings = settings;
  }

  ConnectionConfig toConfig() {
    settings.forEach(this::read);
    hosts();
    hostChoice();
    socket();
    tls();
    return builder.build();
  }

  // One flat table of names; longer than our methods are, for it is one idea.
  private void read(String name, String value) {
    switch (name) {
      case "user" -> builder.user(value);
      case "password" -> builder.password(value);
      case "passfile" -> builder.passwordFile(Path.of(value));
      case "dbname" -> builder.database(value);
      case "requireAuth" -> builder.authenticationMethods(methods(value));
      case "scramMaxIterations" -> builder.scramMaxIterations(atLeast(0, name, value));
      case "oauthTokenProvider" -> builder.oauthTokenProvider(tokenProvider(value));
      case "sslcert" -> builder.sslCert(value);
      case "sslkey" -> builder.sslKey(value);
      case "sslpassword" -> builder.sslPassword(value);
      case "channelBinding" -> builder.channelBinding(channelBinding(value));
      case "gssEncMode" -> gssEncMode(value);
      case "connectTimeout" -> builder.connectTimeout(seconds(name, value));
      case "loginTimeout" -> builder.loginTimeout(fractionalSeconds(name, value));
      case "socketTimeout" -> builder.socketTimeout(seconds(name, value));
      case "ApplicationName" -> builder.applicationName(value);
      case "currentSchema" -> builder.runtimeParameter("search_path", value);
      case "options", "replication" -> builder.runtimeParameter(name, value);
      case "preparedStatementCacheQueries" ->
          builder.preparedStatementCacheSize(atLeast(0, name, value));
      case "receiveBufferSize" -> receiveBuffer(integer(name, value));
      case "maxMessageBytes" -> builder.maxMessageBytes(atLeast(1024, name, value));
      case "protocolVersion" -> builder.maxProtocolMinor(minor(value));
      case "host", "port", "targetServerType", "loadBalanceHosts", "hostRecheckSeconds" -> {}
      case "tcpNoDelay", "tcpKeepAlive", "sendBufferSize", "localSocketAddress" -> {}
      case "ssl", "sslmode", "sslnegotiation", "sslrootcert" -> {}
      default -> builder.unknownProperties.put(name, value);
    }
  }

  private void hosts() {
    String hosts = settings.get("host");
    String[] ports = settings.getOrDefault("port", "").split(",", -1);
    String[] names = hosts == null || hosts.isEmpty() ? new String[] {""} : hosts.split(",", -1);
    if (ports.length > 1 && ports.length != names.length) {
      throw ConnectionUrl.malformed("%d ports for %d hosts".formatted(ports.length, names.length));
    }
    for (int i = 0; i < names.length; i++) {
      String name = names[i].isEmpty() ? "localhost" : names[i];
      String port = ports.length == 1 ? ports[0] : ports[i];
      if (name.startsWith("[") && name.endsWith("]")) {
        name = name.substring(1, name.length() - 1);
      }
      builder.host(
          name, port.isEmpty() && !settings.containsKey("port") ? DEFAULT_PORT : port(port));
    }
  }

  private static int port(String text) {
    int port = integer("port", text);
    if (port < 1 || port > MAX_PORT) {
      throw ConnectionUrl.malformed("port %d is not between 1 and %d".formatted(port, MAX_PORT));
    }
    return port;
  }

  private void hostChoice() {
    HostChoice usual = HostChoice.FIRST;
    String target = settings.get("targetServerType");
    String balance = settings.get("loadBalanceHosts");
    String recheck = settings.get("hostRecheckSeconds");
    builder.hostChoice(
        new HostChoice(
            target == null ? usual.targetServerType() : TargetServerType.parse(target),
            balance != null && balances(balance),
            recheck == null
                ? usual.recheck()
                : Duration.ofSeconds(atLeast(0, "hostRecheckSeconds", recheck))));
  }

  private static boolean balances(String value) {
    return switch (value) {
      case "random" -> true;
      case "disable" -> false;
      default -> truth("loadBalanceHosts", value);
    };
  }

  private void socket() {
    SocketSettings usual = SocketSettings.DEFAULT;
    String sendBuffer = settings.getOrDefault("sendBufferSize", "0");
    builder.socket(
        new SocketSettings(
            truth("tcpNoDelay", settings.getOrDefault("tcpNoDelay", "true")),
            truth(
                "tcpKeepAlive",
                settings.getOrDefault("tcpKeepAlive", Boolean.toString(usual.keepAlive()))),
            Math.max(0, integer("sendBufferSize", sendBuffer)),
            settings.get("localSocketAddress")));
  }

  /// pgjdbc's default is -1, and its value the size of the socket's buffer; here it is that of
  /// ours.
  private void receiveBuffer(int bytes) {
    if (bytes > 0) {
      builder.receiveBufferSize(Math.max(1024, bytes));
    }
  }

  private void tls() {
    String mode = settings.get("sslmode");
    String ssl = settings.get("ssl");
    String rootCert = settings.get("sslrootcert");
    boolean direct = direct(settings.getOrDefault("sslnegotiation", "postgres"));
    boolean system = "system".equals(rootCert);
    if (mode != null) {
      builder.sslMode(SslMode.parse(mode));
    } else if (system || (ssl != null && (ssl.isEmpty() || truth("ssl", ssl)))) {
      builder.sslMode(SslMode.VERIFY_FULL);
    } else if (direct) {
      builder.sslMode(SslMode.REQUIRE);
    }
    builder.sslNegotiationDirect(direct);
    builder.sslRootCert(system ? null : rootCert);
    if (system && builder.sslMode != SslMode.VERIFY_FULL) {
      throw refused("sslrootcert=system", "verify-full", "anybody can get a certificate from them");
    }
    if (direct && builder.sslMode.compareTo(SslMode.REQUIRE) < 0) {
      throw refused("sslnegotiation=direct", "require or more", "the server is not asked for TLS");
    }
  }

  private UsageException refused(String setting, String needed, String reason) {
    return new UsageException(
        SqlState.INVALID_PARAMETER_VALUE,
        "%s takes sslmode %s, got %s: %s".formatted(setting, needed, builder.sslMode, reason));
  }

  private static boolean direct(String value) {
    return switch (value) {
      case "direct" -> true;
      case "postgres" -> false;
      default ->
          throw ConnectionUrl.malformed(
              "sslnegotiation is \"%s\", not postgres or direct".formatted(value));
    };
  }

  private static ChannelBinding channelBinding(String value) {
    return switch (value) {
      case "disable" -> ChannelBinding.DISABLE;
      case "prefer" -> ChannelBinding.PREFER;
      case "require" -> ChannelBinding.REQUIRE;
      default ->
          throw ConnectionUrl.malformed(
              "channelBinding is \"%s\", not disable, prefer or require".formatted(value));
    };
  }

  private static void gssEncMode(String value) {
    switch (value) {
      case "disable", "allow", "prefer" -> {}
      case "require" ->
          throw new UsageException(
              SqlState.FEATURE_NOT_SUPPORTED,
              "cannot encrypt by GSSAPI, as gssEncMode=require asks\n"
                  + "Hint: encrypt by TLS instead, sslmode=verify-full.");
      default ->
          throw ConnectionUrl.malformed(
              "gssEncMode is \"%s\", not disable, allow, prefer or require".formatted(value));
    }
  }

  /// `a,b` allows only those, `!a,!b` all but those.
  private static Set<AuthenticationMethod> methods(String value) {
    List<String> names = List.of(value.replace(" ", "").split(",", -1));
    boolean excludes = names.getFirst().startsWith("!");
    var named = EnumSet.noneOf(AuthenticationMethod.class);
    for (String name : names) {
      if (name.startsWith("!") != excludes) {
        throw ConnectionUrl.malformed("requireAuth mixes methods with and without \"!\"");
      }
      named.add(method(excludes ? name.substring(1) : name));
    }
    return excludes ? EnumSet.complementOf(named) : named;
  }

  private static AuthenticationMethod method(String name) {
    for (AuthenticationMethod method : AuthenticationMethod.values()) {
      if (method.toString().equals(name)) {
        return method;
      }
    }
    throw ConnectionUrl.malformed(
        "requireAuth names \"%s\"; known are %s"
            .formatted(name, List.of(AuthenticationMethod.values())));
  }

  /// Found as a service, so that a URL cannot make any class run.
  private static OAuthTokenProvider tokenProvider(String className) {
    return ServiceLoader.load(OAuthTokenProvider.class).stream()
        .filter(provider -> provider.type().getName().equals(className))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    SqlState.INVALID_PARAMETER_VALUE,
                    ("oauthTokenProvider \"%s\" is not installed\nHint: declare it as a service, in"
                            + " META-INF/services/%s or by provides … with in module-info.")
                        .formatted(className, OAuthTokenProvider.class.getName())))
        .get();
  }

  private static int minor(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "3", "3.0" -> 0;
      case "3.2", "latest" -> 2;
      default ->
          throw ConnectionUrl.malformed(
              "max_protocol_version is \"%s\", not 3.0, 3.2 or latest".formatted(value));
    };
  }

  private static boolean truth(String name, String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true", "on", "1", "yes" -> true;
      case "false", "off", "0", "no" -> false;
      default ->
          throw ConnectionUrl.malformed("%s is \"%s\", not true or false".formatted(name, value));
    };
  }

  /// As in pgjdbc and libpq, 0 stands for no limit; a day is as good.
  private static Duration seconds(String name, String value) {
    int seconds = atLeast(0, name, value);
    return seconds == 0 ? Duration.ofDays(1) : Duration.ofSeconds(seconds);
  }

  /// As [#seconds], with fractions; rounded up to a millisecond.
  private static Duration fractionalSeconds(String name, String value) {
    BigDecimal seconds;
    try {
      seconds = new BigDecimal(value.strip());
    } catch (NumberFormatException e) {
      throw ConnectionUrl.malformed("%s is \"%s\", not a number".formatted(name, value));
    }
    if (seconds.signum() < 0) {
      throw ConnectionUrl.malformed("%s is %s, less than 0".formatted(name, value));
    }
    if (seconds.signum() == 0 || seconds.compareTo(A_DAY) > 0) {
      return Duration.ofDays(1);
    }
    return Duration.ofMillis(
        seconds.movePointRight(3).setScale(0, RoundingMode.CEILING).longValueExact());
  }

  private static int atLeast(int min, String name, String value) {
    int number = integer(name, value);
    if (number < min) {
      throw ConnectionUrl.malformed("%s is %d, less than %d".formatted(name, number, min));
    }
    return number;
  }

  private static int integer(String name, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw ConnectionUrl.malformed("%s is \"%s\", not a whole number".formatted(name, value));
    }
  }
}
