package io.tiercel.testkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a private [TestServer] has beyond the defaults. Immutable; every method returns a copy.
///
/// @param settings lines of `postgresql.conf`, over the defaults
/// @param hbaLines lines of `pg_hba.conf`, ahead of the defaults (Unix socket: trust; TCP: SCRAM)
/// @param hasTls whether the server has the certificate of [TestCertificates#get()], and trusts the
///     clients of its authority
/// @param environment variables that the server is started with, over those of this process
public record TestServerOptions(
    Map<String, String> settings,
    List<String> hbaLines,
    boolean hasTls,
    Map<String, String> environment) {
  public TestServerOptions {
    settings = Map.copyOf(settings);
    hbaLines = List.copyOf(hbaLines);
    environment = Map.copyOf(environment);
  }

  /// A server like the shared one.
  public static TestServerOptions defaults() {
    return new TestServerOptions(Map.of(), List.of(), false, Map.of());
  }

  /// Adds or replaces a setting, for example `setting("synchronous_commit", "off")`.
  public TestServerOptions setting(String name, String value) {
    var changed = new LinkedHashMap<>(settings);
    changed.put(name, value);
    return new TestServerOptions(changed, hbaLines, hasTls, environment);
  }

  /// Adds a line of `pg_hba.conf`, for example `hba("host all md5_user 127.0.0.1/32 md5")`. Lines
  /// match in the order in which they were added, and before the default ones.
  public TestServerOptions hba(String line) {
    var changed = new ArrayList<>(hbaLines);
    changed.add(line);
    return new TestServerOptions(settings, changed, hasTls, environment);
  }

  /// Switches TLS on. Plain connections stay possible unless an hba line says `hostssl`/`reject`.
  public TestServerOptions tls() {
    return new TestServerOptions(settings, hbaLines, true, environment);
  }

  /// Adds or replaces a variable of the server's environment.
  public TestServerOptions variable(String name, String value) {
    var changed = new LinkedHashMap<>(environment);
    changed.put(name, value);
    return new TestServerOptions(settings, hbaLines, hasTls, changed);
  }
}
