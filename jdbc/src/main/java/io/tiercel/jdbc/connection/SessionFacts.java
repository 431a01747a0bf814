package io.tiercel.jdbc.connection;

import io.tiercel.jdbc.metadata.ConnectionFacts;
import io.tiercel.wire.Connection;

/// What a session knows about itself.
///
/// @param url that it was opened with, without passwords
record SessionFacts(Connection wire, String url) implements ConnectionFacts {
  @Override
  public String userName() {
    return wire.config().user();
  }

  @Override
  public String driverVersion() {
    String version = SessionFacts.class.getPackage().getImplementationVersion();
    return version == null ? "0.1.0" : version;
  }

  @Override
  public String serverVersion() {
    String version = wire.parameter("server_version");
    return version == null ? "" : version;
  }
}
