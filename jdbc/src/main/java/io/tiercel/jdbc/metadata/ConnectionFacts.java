package io.tiercel.jdbc.metadata;

/// What a connection knows about itself without asking the server.
public interface ConnectionFacts {
  /// The URL that leads to the database, without a password.
  String url();

  /// The user who logged in.
  String userName();

  /// The driver's version, such as `1.2.3`.
  String driverVersion();

  /// `server_version` as the server reports it, such as `18.6`.
  String serverVersion();
}
