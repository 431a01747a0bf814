package io.tiercel.jpa.jta;

import io.tiercel.jpa.jta.Accounts.Account;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;

/// A JVM of its own that ends in the middle of a commit, as with `kill -9`.
@NullUnmarked
final class CrashingApplication {
  private static final int CRASHED = 42;

  private CrashingApplication() {}

  /// When it ends.
  enum Moment {
    /// All resources are prepared, and nothing is decided.
    UNDECIDED,
    /// The decision to commit is in the log, and no database knows of it.
    DECIDED
  }

  /// Runs it, writing the account of that number into both databases. Blocks until it has ended.
  static void run(Moment moment, Path log, int id, String first, String second) throws Exception {
    Path output = Files.createTempFile("tiercel-crash", ".log");
    var process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                    CrashingApplication.class.getName(),
                    moment.name(),
                    log.toString(),
                    Integer.toString(id),
                    first,
                    second))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != CRASHED) {
        throw new IOException("it did not crash as it should:\n" + Files.readString(output));
      }
    } finally {
      process.destroyForcibly();
      Files.delete(output);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Moment moment = Moment.valueOf(arguments[0]);
    Narayana.logIn(Path.of(arguments[1]));
    int id = Integer.parseInt(arguments[2]);
    var first = Accounts.open(arguments[3]);
    var second = Accounts.open(arguments[4]);
    var transactions = Narayana.manager();
    transactions.begin();
    if (moment == Moment.DECIDED) {
      transactions.getTransaction().enlistResource(Trigger.onCommit(CrashingApplication::crash));
    }
    for (var accounts : List.of(first, second)) {
      var manager = accounts.manager();
      manager.persist(new Account(id, 5));
      manager.flush();
    }
    if (moment == Moment.UNDECIDED) {
      transactions.getTransaction().enlistResource(Trigger.onPrepare(CrashingApplication::crash));
    }
    transactions.commit();
  }

  private static void crash() {
    Runtime.getRuntime().halt(CRASHED);
  }
}
