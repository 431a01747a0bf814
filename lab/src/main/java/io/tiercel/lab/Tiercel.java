package io.tiercel.lab;

import io.tiercel.lab.bench.BenchCommand;
import io.tiercel.lab.cache.CacheCommand;
import io.tiercel.lab.check.CheckCommand;
import io.tiercel.lab.cli.FailureReport;
import io.tiercel.lab.cli.ProjectVersion;
import io.tiercel.lab.doctor.DoctorCommand;
import io.tiercel.lab.inside.InsideCommand;
import io.tiercel.lab.load.LoadCommand;
import io.tiercel.lab.sru.SruCommand;
import io.tiercel.lab.tour.TourCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The command line. It only dispatches: each sub-command lives in the package of what it does.
@Command(
    name = "tiercel",
    mixinStandardHelpOptions = true,
    versionProvider = Tiercel.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Jakarta Persistence on PostgreSQL: look at it, measure it.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:everything went well",
      "1:a check failed, a target was missed, or the command could not do its work",
      "2:the command line is wrong",
      "130:interrupted by Ctrl-C"
    },
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footer = {"", "`tiercel COMMAND --help` tells more about a command."},
    subcommands = {
      TourCommand.class,
      BenchCommand.class,
      CheckCommand.class,
      CacheCommand.class,
      DoctorCommand.class,
      InsideCommand.class,
      LoadCommand.class,
      SruCommand.class
    })
public final class Tiercel implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = "--stacktrace",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace when a command fails.")
  private boolean showsStackTrace;

  private Tiercel(CommandSpec spec) {
    this.spec = spec; // picocli sets it before it calls anything
  }

  /// Runs a command and ends the JVM with its exit code.
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /// The command line with all sub-commands, not yet run.
  static CommandLine commandLine() {
    var tiercel = new Tiercel(CommandSpec.create());
    var commandLine = new CommandLine(tiercel);
    commandLine.setUsageHelpAutoWidth(true);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          FailureReport.print(failure, tiercel.showsStackTrace, command.getErr());
          return command.getCommandSpec().exitCodeOnExecutionException();
        });
    return commandLine;
  }

  /// Without a sub-command there is nothing to do, which is a usage error.
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }

  /// Prints the versions that a bug report needs.
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "Tiercel " + ProjectVersion.get(),
        "Java %s (%s)".formatted(Runtime.version(), System.getProperty("java.vendor")),
        "%s %s".formatted(System.getProperty("os.name"), System.getProperty("os.arch"))
      };
    }
  }
}
