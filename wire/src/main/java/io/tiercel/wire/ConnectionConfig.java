package io.tiercel.wire;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where to connect, as whom, and with which limits. Immutable. Build one with [#builder()], or
/// from a URL with [#parse(String)].
///
/// @param hosts tried in this order until one accepts
/// @param password null if none is configured; never shown by [#toString()]
/// @param sslRootCert PEM file of trusted authorities; null for the JDK's where one is needed
/// @param sslCert PEM file of the client's certificate chain
/// @param sslKey PEM file of its private key, PKCS #8, not encrypted
/// @param sslNegotiationDirect start TLS without asking first (PostgreSQL 17, `sslnegotiation`)
/// @param connectTimeout for one host: connecting, TLS
/// @param loginTimeout for all hosts together, authentication included
/// @param socketTimeout the longest silence of the server while something is waited for
/// @param runtimeParameters sent at start-up, such as `search_path`
/// @param preparedStatementCacheSize statements kept prepared per connection, least recently used
///     go
/// @param receiveBufferSize bytes; grows for larger messages and shrinks back
/// @param maxMessageBytes the largest message accepted
/// @param maxProtocolMinor 2 asks for protocol 3.2, 0 for 3.0
/// @param unknownProperties names of a URL that mean nothing here; passed over, for the caller to
///     report
public record ConnectionConfig(
    List<Host> hosts,
    String database,
    String user,
    @Nullable String password,
    SslMode sslMode,
    boolean sslNegotiationDirect,
    @Nullable String sslRootCert,
    @Nullable String sslCert,
    @Nullable String sslKey,
    ChannelBinding channelBinding,
    Duration connectTimeout,
    Duration loginTimeout,
    Duration socketTimeout,
    String applicationName,
    Map<String, String> runtimeParameters,
    int preparedStatementCacheSize,
    int receiveBufferSize,
    int maxMessageBytes,
    int maxProtocolMinor,
    @Nullable StatementListener statementListener,
    List<String> unknownProperties) {

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
    unknownProperties = List.copyOf(unknownProperties);
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
    return new ConnectionUrl(url).toConfig();
  }

  /// A builder with these settings.
  public Builder toBuilder() {
    var builder = new Builder();
    builder.hosts.addAll(hosts);
    builder.runtimeParameters.putAll(runtimeParameters);
    builder.unknownProperties.addAll(unknownProperties);
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
    builder.receiveBufferSize = receiveBufferSize;
    builder.maxMessageBytes = maxMessageBytes;
    builder.maxProtocolMinor = maxProtocolMinor;
    builder.statementListener = statementListener;
    return builder;
  }

  /// Everything but the password.
  @Override
  public String toString() {
    return "ConnectionConfig[hosts=%s, database=%s, user=%s, sslMode=%s, applicationName=%s]"
        .formatted(hosts, database, user, sslMode, applicationName);
  }

  /// Collects the settings. Not safe for several threads.
  public static final class Builder {
    final List<Host> hosts = new ArrayList<>();
    final Map<String, String> runtimeParameters = new LinkedHashMap<>();
    final List<String> unknownProperties = new ArrayList<>();
    @Nullable String database;
    String user = System.getProperty("user.name", "postgres");
    @Nullable String password;
    SslMode sslMode = SslMode.PREFER;
    boolean sslNegotiationDirect;
    @Nullable String sslRootCert;
    @Nullable String sslCert;
    @Nullable String sslKey;
    ChannelBinding channelBinding = ChannelBinding.PREFER;
    Duration connectTimeout = Duration.ofSeconds(10);
    Duration loginTimeout = Duration.ofSeconds(30);
    Duration socketTimeout = Duration.ofHours(1);
    String applicationName = "tiercel";
    int preparedStatementCacheSize = 256;
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
          database == null ? user : database,
          user,
          password,
          sslMode,
          sslNegotiationDirect,
          sslRootCert,
          sslCert,
          sslKey,
          channelBinding,
          connectTimeout,
          loginTimeout,
          socketTimeout,
          applicationName,
          runtimeParameters,
          preparedStatementCacheSize,
          receiveBufferSize,
          maxMessageBytes,
          maxProtocolMinor,
          statementListener,
          unknownProperties);
    }
  }
}
