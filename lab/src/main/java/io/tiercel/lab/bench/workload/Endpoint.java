package io.tiercel.lab.bench.workload;

/// A database as a contestant reaches it. `toString` keeps the password to itself.
public record Endpoint(String host, int port, String database, String user, String password) {
  /// The same database by another way, a proxy for instance.
  public Endpoint via(String otherHost, int otherPort) {
    return new Endpoint(otherHost, otherPort, database, user, password);
  }

  /// Another database of the same server.
  public Endpoint inDatabase(String otherDatabase) {
    return new Endpoint(host, port, otherDatabase, user, password);
  }

  /// A URL for pgjdbc, user and password left out.
  public String pgjdbcUrl() {
    return "jdbc:postgresql://%s:%d/%s".formatted(host, port, database);
  }

  /// A URL for Tiercel, user and password left out.
  public String tiercelUrl() {
    return "jdbc:tiercel://%s:%d/%s".formatted(host, port, database);
  }

  @Override
  public String toString() {
    return "%s@%s:%d/%s".formatted(user, host, port, database);
  }
}
