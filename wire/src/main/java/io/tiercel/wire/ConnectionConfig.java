package io.tiercel.wire;

import io.tiercel.wire.spi.OAuthTokenProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where to connect, as whom, and with which limits. Immutable. Build one with [#builder()], or
/// from a URL with [#parse(String)].
///
/// @param hosts tried in this order until one accepts
/// @param hostChoice which of them is taken, and in which order they are tried
/// @param password null if none is configured; never shown by [#toString()]
/// @param passwordFile where a password that is not configured is looked up by host, port, database
///     and user, as in libpq's `.pgpass`; null for nowhere
/// @param authenticationMethods the ways in which the server may ask who we are; any other is
///     refused before anything secret is sent
/// @param scramMaxIterations more rounds of SCRAM are refused; 0 for any number
/// @param oauthTokenProvider where tokens come from when the server asks for one; null for nowhere
/// @param sslRootCert PEM file of trusted authorities; null for the JDK's where one is needed
/// @param sslCert PEM file of the client's certificate chain
/// @param sslKey file of its private key: PEM or DER of PKCS #8, PEM of PKCS #1 or SEC 1; or a PKCS
///     #12 store (`.p12`, `.pfx`) of chain and key
/// @param sslPassword opens the key or store; never shown by [#toString()]
/// @param sslNegotiationDirect start TLS without asking first (PostgreSQL 17, `sslnegotiation`)
/// @param connectTimeout for one host: connecting, TLS
/// @param loginTimeout for all hosts together, authentication included
/// @param socketTimeout the longest silence of the server while something is waited for
/// @param runtimeParameters sent at start-up, such as `search_path`
/// @param preparedStatementCacheSize statements kept prepared per connection, least recently used
///     go
/// @param namedStatements whether statements are kept prepared at all; if not, each execution
///     parses its text as the unnamed statement and leaves nothing behind, as poolers need that
///     give each transaction another session
/// @param receiveBufferSize bytes; grows for larger messages and shrinks back
/// @param maxMessageBytes the largest message accepted
/// @param maxProtocolMinor 2 asks for protocol 3.2, 0 for 3.0
/// @param unknownProperties names of a URL that mean nothing here; passed over, for the caller to
///     report
public record ConnectionConfig(
    List<Host> hosts,
    HostChoice hostChoice,
    SocketSettings socket,
    String database,
    String user,
    @Nullable String password,
    @Nullable Path passwordFile,
    Set<AuthenticationMethod> authenticationMethods,
    int scramMaxIterations,
    @Nullable OAuthTokenProvider oauthTokenProvider,
    SslMode sslMode,
    boolean sslNegotiationDirect,
    @Nullable String sslRootCert,
    @Nullable String sslCert,
    @Nullable String sslKey,
    @Nullable String sslPassword,
    ChannelBinding channelBinding,
    Duration connectTimeout,
    Duration loginTimeout,
    Duration socketTimeout,
    String applicationName,
    Map<String, String> runtimeParameters,
    int preparedStatementCacheSize,
    boolean namedStatements,
    int receiveBufferSize,
    int maxMessageBytes,
    int maxProtocolMinor,
    @Nullable StatementListener statementListener,
    Map<String, String> unknownProperties) {

  /// One place where a server may listen.
  ///
  /// @param name a host name or address, or the directory of a Unix-domain socket if it starts with
  ///     a slash
  public record Host(String name, int port) {
    public boolean isUnixSocket() {
      return name.startsWith("/");
    }

    @Override
    public String toString() {
      return name + ":" + port;
    }
  }

  public ConnectionConfig {
    hosts = List.copyOf(hosts);
    runtimeParameters = Map.copyOf(runtimeParameters);
    authenticationMethods = Set.copyOf(authenticationMethods);
    unknownProperties = Map.copyOf(unknownProperties);
  }

  /// Starts from the defaults: `localhost:5432`, the operating system's user name.
  public static Builder builder() {
    return new Builder();
  }

  /// Reads `jdbc:tiercel://host:port/database?name=value&…`; `jdbc:postgresql://` and
  /// `postgresql://` are taken as well. Property names are pgjdbc's and libpq's.
  ///
  /// @throws io.tiercel.wire.error.UsageException if the URL or a value in it is malformed
  public static ConnectionConfig parse(String url) {
    return parse(url, Map.of());
  }

  /// As [#parse(String)], with further properties; those of the URL come first. What neither says
  /// is taken from the service file and, unless the URL is a `jdbc:postgresql:` one, from libpq's
  /// environment variables. May read files.
  ///
  /// @throws io.tiercel.wire.error.UsageException if a value is malformed, or a service unknown
  public static ConnectionConfig parse(String url, Map<String, String> properties) {
    return ConnectionSettings.of(url, properties, Surroundings.OURS).toConfig();
  }

  /// A builder with these settings.
  public Builder toBuilder() {
    var builder = new Builder();
    builder.hosts.addAll(hosts);
    builder.runtimeParameters.putAll(runtimeParameters);
    builder.unknownProperties.putAll(unknownProperties);
    builder.hostChoice = hostChoice;
    builder.socket = socket;
    builder.passwordFile = passwordFile;
    builder.authenticationMethods = authenticationMethods;
    builder.scramMaxIterations = scramMaxIterations;
    builder.oauthTokenProvider = oauthTokenProvider;
    builder.sslPassword = sslPassword;
    builder.database = database;
    builder.user = user;
    builder.password = password;
    builder.sslMode = sslMode;
    builder.sslNegotiationDirect = sslNegotiationDirect;
    builder.sslRootCert = sslRootCert;
    builder.sslCert = sslCert;
    builder.sslKey = sslKey;
    builder.channelBinding = channelBinding;
    builder.connectTimeout = connectTimeout;
    builder.loginTimeout = loginTimeout;
    builder.socketTimeout = socketTimeout;
    builder.applicationName = applicationName;
    builder.preparedStatementCacheSize = preparedStatementCacheSize;
    builder.namedStatements = namedStatements;
    builder.receiveBufferSize = receiveBufferSize;
    builder.maxMessageBytes = maxMessageBytes;
    builder.maxProtocolMinor = maxProtocolMinor;
    builder.statementListener = statementListener;
    return builder;
  }

  /// Everything but what is secret.
  @Override
  public String toString() {
    return "ConnectionConfig[hosts=%s, database=%s, user=%s, sslMode=%s, applicationName=%s]"
        .formatted(hosts, database, user, sslMode, applicationName);
  }

  /// Collects the settings. Not safe for several threads.
  public static final class Builder {
    final List<Host> hosts = new ArrayList<>();
    final Map<String, String> runtimeParameters = new LinkedHashMap<>();
    final Map<String, String> unknownProperties = new LinkedHashMap<>();
    HostChoice hostChoice = HostChoice.FIRST;
    SocketSettings socket = SocketSettings.DEFAULT;
    @Nullable String database;
    String user = System.getProperty("user.name", "postgres");
    @Nullable String password;
    @Nullable Path passwordFile;
    Set<AuthenticationMethod> authenticationMethods = EnumSet.allOf(AuthenticationMethod.class);
    int scramMaxIterations = 100_000;
    @Nullable OAuthTokenProvider oauthTokenProvider;
    SslMode sslMode = SslMode.PREFER;
    boolean sslNegotiationDirect;
    @Nullable String sslRootCert;
    @Nullable String sslCert;
    @Nullable String sslKey;
    @Nullable String sslPassword;
    ChannelBinding channelBinding = ChannelBinding.PREFER;
    Duration connectTimeout = Duration.ofSeconds(10);
    Duration loginTimeout = Duration.ofSeconds(30);
    Duration socketTimeout = Duration.ofHours(1);
    String applicationName = "tiercel";
    int preparedStatementCacheSize = 256;
    boolean namedStatements = true;
    int receiveBufferSize = 64 * 1024;
    int maxMessageBytes = 1 << 30;
    int maxProtocolMinor = 2;
    @Nullable StatementListener statementListener;

    private Builder() {}

    /// Adds a host to try; a name that starts with a slash is the directory of a Unix socket.
    public Builder host(String name, int port) {
      hosts.add(new Host(name, port));
      return this;
    }

    public Builder database(String value) {
      database = value;
      return this;
    }

    public Builder user(String value) {
      user = value;
      return this;
    }

    public Builder password(@Nullable String value) {
      password = value;
      return this;
    }

    public Builder hostChoice(HostChoice value) {
      hostChoice = value;
      return this;
    }

    public Builder socket(SocketSettings value) {
      socket = value;
      return this;
    }

    public Builder passwordFile(@Nullable Path value) {
      passwordFile = value;
      return this;
    }

    public Builder authenticationMethods(Set<AuthenticationMethod> value) {
      authenticationMethods = value;
      return this;
    }

    public Builder scramMaxIterations(int value) {
      scramMaxIterations = value;
      return this;
    }

    public Builder oauthTokenProvider(@Nullable OAuthTokenProvider value) {
      oauthTokenProvider = value;
      return this;
    }

    public Builder sslMode(SslMode value) {
      sslMode = value;
      return this;
    }

    public Builder sslNegotiationDirect(boolean value) {
      sslNegotiationDirect = value;
      return this;
    }

    public Builder sslRootCert(@Nullable String value) {
      sslRootCert = value;
      return this;
    }

    public Builder sslCert(@Nullable String value) {
      sslCert = value;
      return this;
    }

    public Builder sslKey(@Nullable String value) {
      sslKey = value;
      return this;
    }

    public Builder sslPassword(@Nullable String value) {
      sslPassword = value;
      return this;
    }

    public Builder channelBinding(ChannelBinding value) {
      channelBinding = value;
      return this;
    }

    public Builder connectTimeout(Duration value) {
      connectTimeout = value;
      return this;
    }

    public Builder loginTimeout(Duration value) {
      loginTimeout = value;
      return this;
    }

    public Builder socketTimeout(Duration value) {
      socketTimeout = value;
      return this;
    }

    public Builder applicationName(String value) {
      applicationName = value;
      return this;
    }

    /// A setting for the session, such as `search_path` or `TimeZone`.
    public Builder runtimeParameter(String name, String value) {
      runtimeParameters.put(name, value);
      return this;
    }

    public Builder preparedStatementCacheSize(int value) {
      preparedStatementCacheSize = value;
      return this;
    }

    public Builder namedStatements(boolean value) {
      namedStatements = value;
      return this;
    }

    public Builder receiveBufferSize(int value) {
      receiveBufferSize = value;
      return this;
    }

    public Builder maxMessageBytes(int value) {
      maxMessageBytes = value;
      return this;
    }

    public Builder maxProtocolMinor(int value) {
      maxProtocolMinor = value;
      return this;
    }

    public Builder statementListener(@Nullable StatementListener value) {
      statementListener = value;
      return this;
    }

    public ConnectionConfig build() {
      return new ConnectionConfig(
          hosts.isEmpty() ? List.of(new Host("localhost", 5432)) : hosts,
          hostChoice,
          socket,
          database == null ? user : database,
          user,
          password,
          passwordFile,
          authenticationMethods,
          scramMaxIterations,
          oauthTokenProvider,
          sslMode,
          sslNegotiationDirect,
          sslRootCert,
          sslCert,
          sslKey,
          sslPassword,
          channelBinding,
          connectTimeout,
          loginTimeout,
          socketTimeout,
          applicationName,
          runtimeParameters,
          preparedStatementCacheSize,
          namedStatements,
          receiveBufferSize,
          maxMessageBytes,
          maxProtocolMinor,
          statementListener,
          unknownProperties);
    }
  }
}
