package io.tiercel.wire.spi;

import org.jspecify.annotations.Nullable;

/// Obtains the bearer tokens with which OAUTHBEARER (PostgreSQL 18) logs in. Given to a connection
/// by `ConnectionConfig.Builder.oauthTokenProvider`, or found by [java.util.ServiceLoader] under
/// the class name that the property `oauthTokenProvider` says. Safe for any number of threads.
public interface OAuthTokenProvider {
  /// What a token is wanted for.
  ///
  /// @param openidConfiguration the discovery document that the server names as its issuer's; null
  ///     as long as the server was not asked
  /// @param scope what the server wants the token to be for; null as long as it was not asked
  record Request(
      String host,
      int port,
      String user,
      @Nullable String openidConfiguration,
      @Nullable String scope) {}

  /// The token, without "Bearer". Asked for at every connection, so keep it while it is valid. If
  /// the server refuses a token, or null was returned, it names its issuer, and this is called once
  /// more with what it said. May block; the time counts towards `loginTimeout`.
  @Nullable String token(Request request);
}
