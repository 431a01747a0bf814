package io.tiercel.wire;

import io.tiercel.wire.auth.OAuthBearer;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.spi.OAuthTokenProvider;
import io.tiercel.wire.transport.Transport;
import org.jspecify.annotations.Nullable;

/// The bearer tokens of one attempt to connect. A server that refuses the first says where tokens
/// come from; then the provider is asked again, and the second is tried on a new connection, as
/// PostgreSQL ends the one whose token it refused.
final class OAuthTokens {
  private final ConnectionConfig config;
  private @Nullable String openidConfiguration;
  private @Nullable String scope;
  private @Nullable String sent;
  private boolean asked;
  private boolean refused;
  private boolean triedTwice;

  OAuthTokens(ConnectionConfig config) {
    this.config = config;
  }

  boolean hasProvider() {
    return config.oauthTokenProvider() != null;
  }

  /// Whether the server asked for a token on this connection.
  boolean isAsked() {
    return asked;
  }

  /// The token to send; null to ask the server for its issuer.
  @Nullable String next(ConnectionConfig.Host host, Transport transport) {
    OAuthTokenProvider provider = config.oauthTokenProvider();
    if (provider == null) {
      throw failure(
          "server asks for an OAuth token, and no provider of tokens is configured\n"
              + "Hint: set oauthTokenProvider, or ConnectionConfig.Builder.oauthTokenProvider.");
    }
    if (!transport.isEncrypted() && !host.isUnixSocket()) {
      throw failure(
          "an OAuth token is not sent without TLS: whoever reads it can use it\n"
              + "Hint: set sslmode=verify-full.");
    }
    asked = true;
    triedTwice = refused;
    refused = false;
    String token =
        provider.token(
            new OAuthTokenProvider.Request(
                host.name(), host.port(), config.user(), openidConfiguration, scope));
    if (token != null && !OAuthBearer.isToken(token)) {
      throw failure("the provider's OAuth token has characters that no bearer token has");
    }
    if (triedTwice && token == null) {
      throw failure("the provider of OAuth tokens has none for " + openidConfiguration);
    }
    sent = token;
    return token;
  }

  /// The server refused the token, or answers that it got none.
  void refused(String json) {
    refused = true;
    openidConfiguration = OAuthBearer.member(json, "openid-configuration");
    scope = OAuthBearer.member(json, "scope");
  }

  /// Whether another connection is worth trying with what the server said.
  boolean isWorthAnotherTry() {
    return refused && !triedTwice && (sent == null || openidConfiguration != null);
  }

  /// Begins another connection.
  void reconnecting() {
    asked = false;
  }

  private static ConnectionException failure(String message) {
    return new ConnectionException(SqlState.INVALID_AUTHORIZATION, message, true, null);
  }
}
