package io.tiercel.jdbc.connection;

import io.tiercel.jdbc.metadata.ConnectionFacts;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.util.stream.Collectors;

/// What a session knows about itself.
record SessionFacts(Connection wire) implements ConnectionFacts {
  @Override
  public String url() {
    ConnectionConfig config = wire.config();
    String hosts = config.hosts().stream().map(Object::toString).collect(Collectors.joining(","));
    return "jdbc:tiercel://%s/%s".formatted(hosts, config.database());
  }

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
