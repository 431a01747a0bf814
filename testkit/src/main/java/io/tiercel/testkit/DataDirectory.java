package io.tiercel.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Everything one server keeps on disk, below one temporary directory: `data`, the Unix socket's
/// directory `s`, TLS files, `server.log`.
record DataDirectory(Path root, PostgresBinaries binaries, ServerAccount account) {
  static final String SUPERUSER = "postgres";
  static final String PASSWORD = "kestrel";

  /// Makes the directory and initializes a cluster in it.
  static DataDirectory create(PostgresBinaries binaries, ServerAccount account) throws IOException {
    var directory = new DataDirectory(TemporaryDirectory.create("tiercel-pg"), binaries, account);
    Files.setPosixFilePermissions(directory.root, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectory(directory.data());
    Files.setPosixFilePermissions(directory.data(), PosixFilePermissions.fromString("rwx------"));
    Files.createDirectory(directory.socketDirectory());
    directory.initialize();
    return directory;
  }

  /// A copy of the files of a server that does not run, for a standby of it.
  DataDirectory copy() throws IOException {
    var copy = new DataDirectory(TemporaryDirectory.create("tiercel-pg"), binaries, account);
    Files.setPosixFilePermissions(copy.root, PosixFilePermissions.fromString("rwxr-xr-x"));
    Commands.run(List.of("cp", "-a", data().toString(), copy.root.toString()));
    Files.createDirectory(copy.socketDirectory());
    Files.createFile(copy.data().resolve("standby.signal"));
    return copy;
  }

  /// Keeps a copy of the files of a server that does not run, in the place of an earlier one.
  void save() throws IOException {
    TemporaryDirectory.delete(saved());
    Commands.run(List.of("cp", "-a", data().toString(), saved().toString()));
  }

  /// Puts the files of a server that does not run back to what was saved.
  void putBack() throws IOException {
    TemporaryDirectory.delete(data());
    Commands.run(List.of("cp", "-a", saved().toString(), data().toString()));
  }

  private Path saved() {
    return root.resolve("saved");
  }

  Path data() {
    return root.resolve("data");
  }

  Path socketDirectory() {
    return root.resolve("s");
  }

  Path log() {
    return root.resolve("server.log");
  }

  private void initialize() throws IOException {
    Path passwordFile = Files.writeString(root.resolve("password"), PASSWORD + "\n");
    account.own(root);
    var arguments = new ArrayList<>(List.of("-D", data().toString(), "-U", SUPERUSER, "--no-sync"));
    arguments.addAll(List.of("--encoding=UTF8", "--pwfile=" + passwordFile));
    arguments.addAll(List.of("--auth-local=trust", "--auth-host=scram-sha-256"));
    // Version 17 brought a C.UTF-8 of its own; the C library's is the same order where it exists.
    arguments.addAll(
        binaries.majorVersion() >= 17
            ? List.of("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
            : List.of("--locale=C.UTF-8"));
    Commands.run(account.command(binaries.program("initdb"), arguments.toArray(String[]::new)));
  }

  /// Writes the configuration of `options` for a server on `port`.
  void configure(TestServerOptions options, int port) throws IOException {
    var settings = new LinkedHashMap<>(defaultSettings(port));
    if (options.hasTls()) {
      settings.putAll(tlsSettings());
    }
    settings.putAll(options.settings());
    var lines = new ArrayList<String>();
    settings.forEach((name, value) -> lines.add(name + " = '" + value.replace("'", "''") + "'"));
    Files.write(data().resolve("postgresql.auto.conf"), lines);
    Files.write(data().resolve("pg_hba.conf"), hbaLines(options));
    account.own(root);
  }

  private Map<String, String> defaultSettings(int port) {
    var settings = new LinkedHashMap<String, String>();
    settings.put("listen_addresses", "127.0.0.1");
    settings.put("port", Integer.toString(port));
    settings.put("unix_socket_directories", socketDirectory().toString());
    settings.put("max_connections", "100");
    settings.put("wal_level", "logical");
    settings.put("max_wal_senders", "20");
    settings.put("max_replication_slots", "20");
    // Nothing here must outlive the machine.
    settings.put("fsync", "off");
    settings.put("full_page_writes", "off");
    settings.put("timezone", "UTC");
    settings.put("lc_messages", "C");
    if (binaries.hasLibrary("pg_stat_statements")) {
      settings.put("shared_preload_libraries", "pg_stat_statements");
    }
    return settings;
  }

  private Map<String, String> tlsSettings() throws IOException {
    var certificates = TestCertificates.get();
    Path certificate = root.resolve("server.crt");
    Path key = root.resolve("server.key");
    Path authority = root.resolve("authority.crt");
    Files.writeString(authority, Files.readString(certificates.authority()));
    Files.writeString(certificate, Files.readString(certificates.serverCertificate()));
    Files.writeString(key, Files.readString(certificates.serverKey()));
    // The server refuses a key that others can read.
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    return Map.of(
        "ssl", "on",
        "ssl_cert_file", certificate.toString(),
        "ssl_key_file", key.toString(),
        "ssl_ca_file", authority.toString());
  }

  private static List<String> hbaLines(TestServerOptions options) {
    var lines = new ArrayList<>(options.hbaLines());
    lines.add("local all all trust");
    lines.add("local replication all trust");
    lines.add("host all all 127.0.0.1/32 scram-sha-256");
    lines.add("host replication all 127.0.0.1/32 scram-sha-256");
    return lines;
  }

  /// The end of the server's log, for the message of a failed start.
  String logTail(int lines) throws IOException {
    if (!Files.exists(log())) {
      return "";
    }
    List<String> all = Files.readAllLines(log());
    return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
  }

  void delete() {
    TemporaryDirectory.delete(root);
  }
}
