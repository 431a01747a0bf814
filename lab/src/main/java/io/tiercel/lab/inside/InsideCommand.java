package io.tiercel.lab.inside;

import io.tiercel.inside.deploy.DeployedJar;
import io.tiercel.inside.deploy.PgJava;
import io.tiercel.lab.cli.CommandFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `tiercel inside`: Java functions in a database. Exit code 1 when the database refuses.
@Command(
    name = "inside",
    description = "Deploy Java functions into a PostgreSQL that has the extension pgjava.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(deploy | list | rollback | remove | status)")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
public final class InsideCommand implements Runnable {
  @Spec private CommandSpec spec;

  /// For picocli.
  public InsideCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }

  /// Where the database is.
  static final class Database {
    @Option(
        names = "--url",
        required = true,
        paramLabel = "URL",
        description = "jdbc:tiercel://host:port/database?user=…&password=…")
    private String url;

    DataSource source() {
      return DriverSource.of(url);
    }
  }

  @Command(
      name = "deploy",
      mixinStandardHelpOptions = true,
      description = {
        "Store a jar and create the functions of its annotated methods. The same again changes"
            + " nothing.",
        "The jar must have been compiled with the annotation processor of tiercel-inside, which"
            + " lists its classes."
      })
  int deploy(
      @picocli.CommandLine.Mixin Database database,
      @Parameters(paramLabel = "JAR", description = "The jar file.") Path jar,
      @Option(
              names = "--name",
              paramLabel = "NAME",
              description = "The jar's name in the database (default: the file's, without .jar).")
          @Nullable String name)
      throws SQLException, IOException {
    String asked = name != null ? name : jar.getFileName().toString().replaceFirst("\\.jar$", "");
    if (!Files.isRegularFile(jar)) {
      throw new CommandFailure("there is no file " + jar, null);
    }
    try (var file = JarFileClasses.open(jar)) {
      var done = PgJava.deploy(database.source(), asked, Files.readAllBytes(jar), file.classes());
      out()
          .println(
              done.isChanged()
                  ? "%s is version %d now".formatted(done.jar(), done.version())
                  : "%s was version %d already".formatted(done.jar(), done.version()));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), null, e);
    }
    return flushed();
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "The jars of the user; all of them for a superuser.")
  int list(@picocli.CommandLine.Mixin Database database) throws SQLException {
    out()
        .printf("%-24s %-16s %7s %9s %10s  %s%n", "jar", "owner", "version", "of", "bytes", "hash");
    for (DeployedJar jar : PgJava.list(database.source())) {
      out()
          .printf(
              "%-24s %-16s %7d %9d %10d  %.12s  %s%n",
              jar.name(),
              jar.owner(),
              jar.version(),
              jar.versions(),
              jar.bytes(),
              jar.hash(),
              jar.installed());
    }
    return flushed();
  }

  @Command(
      name = "rollback",
      mixinStandardHelpOptions = true,
      description = "Go back to the version before the current one.")
  int rollback(
      @picocli.CommandLine.Mixin Database database, @Parameters(paramLabel = "NAME") String name)
      throws SQLException {
    out().printf("%s is version %d now%n", name, PgJava.rollback(database.source(), name));
    return flushed();
  }

  @Command(
      name = "remove",
      mixinStandardHelpOptions = true,
      description = "Drop a jar's functions, and the jar.")
  int remove(
      @picocli.CommandLine.Mixin Database database, @Parameters(paramLabel = "NAME") String name)
      throws SQLException {
    PgJava.remove(database.source(), name);
    out().printf("%s is removed%n", name);
    return flushed();
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "The workers: pgjava.pg_stat_java.")
  int status(@picocli.CommandLine.Mixin Database database) throws SQLException {
    String sql =
        "select coalesce(pid::text, '-'), state, starts, coalesce(database, '-'),"
            + " coalesce(owner::text, 'untrusted'), coalesce(refusal, '') from pgjava.pg_stat_java";
    try (var connection = database.source().getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      out().printf("%8s %-9s %6s  %-16s %-16s%n", "pid", "state", "starts", "database", "owner");
      while (row.next()) {
        out()
            .printf(
                "%8s %-9s %6d  %-16s %-16s %s%n",
                row.getString(1),
                row.getString(2),
                row.getInt(3),
                row.getString(4),
                row.getString(5),
                row.getString(6));
      }
    }
    return flushed();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private int flushed() {
    out().flush();
    return 0;
  }
}
