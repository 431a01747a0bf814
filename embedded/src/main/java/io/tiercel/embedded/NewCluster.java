package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/// Makes a data directory. All happens in `data.new-…`, which becomes `data` when it is complete:
/// what an interrupted initdb leaves is never taken for a cluster.
///
/// Encoding UTF-8, the builtin locale C.UTF-8 (same order on every machine, letters beyond ASCII
/// have upper and lower case), SCRAM for every connection, checksums as PostgreSQL 18 has them by
/// default, `pg_stat_statements` in `postgres` and in the template of all other databases.
record NewCluster(ServerDirectory directory, Binaries binaries, ServerAccount account) {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  static final String SUPERUSER = "postgres";

  void create() throws IOException {
    directory.requireRoom();
    directory.removeUnfinishedData();
    var data = directory.newUnfinishedData();
    FilePermissions.createPrivate(data);
    account.own(data);
    try {
      initdb(data);
      for (var database : List.of("template1", "postgres")) {
        createExtension(data, database);
      }
      Files.move(data, directory.data(), StandardCopyOption.ATOMIC_MOVE);
    } catch (EmbeddedPostgresException | IOException e) {
      FileTree.delete(data);
      throw e;
    }
  }

  private void initdb(Path data) throws IOException {
    // The account cannot read the password file; initdb reads a copy.
    var password = directory.root().resolve("initdb.password");
    FilePermissions.writePrivate(password, directory.password() + "\n");
    account.own(password);
    try {
      run(
          "initdb",
          List.of(
              binaries.program("initdb").toString(),
              "--pgdata=" + data,
              "--username=" + SUPERUSER,
              "--pwfile=" + password,
              "--auth=scram-sha-256",
              "--encoding=UTF8",
              "--locale=C",
              "--locale-provider=builtin",
              "--builtin-locale=C.UTF-8",
              "--no-instructions",
              "--set=include_if_exists=../" + directory.settings().getFileName()),
          "");
    } finally {
      Files.deleteIfExists(password);
    }
  }

  /// A standalone backend needs no port, no password and no client.
  private void createExtension(Path data, String database) {
    run(
        "postgres --single",
        List.of(
            binaries.program("postgres").toString(), "--single", "-D", data.toString(), database),
        "CREATE EXTENSION pg_stat_statements;\n");
  }

  private void run(String name, List<String> command, String input) {
    var outcome = Command.run(account.command(command), input, TIMEOUT);
    var output = outcome.output();
    // A standalone backend ends well even when its statement failed.
    if (outcome.exitCode() != 0 || output.contains("ERROR:")) {
      var full = Failures.isDiskFull(output);
      throw new EmbeddedPostgresException(
          full ? Reason.DISK_FULL : Reason.SERVER_FAILED,
          "%s could not make a new cluster in %s (exit code %d):%n%s"
              .formatted(name, directory.root(), outcome.exitCode(), ServerLog.lastLines(output)),
          full ? Failures.hint(Reason.DISK_FULL) : hint(output));
    }
  }

  private static String hint(String output) {
    return output.contains("could not look up effective user ID")
        ? "this user id has no name: add a line for it to /etc/passwd, or run as a user who has one"
        : "nothing was kept; mend what the output above says and open the server again";
  }
}
