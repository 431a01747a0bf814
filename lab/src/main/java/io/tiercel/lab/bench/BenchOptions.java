package io.tiercel.lab.bench;

import io.tiercel.lab.bench.server.BenchServer;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Workload;
import io.tiercel.lab.bench.workload.Workload.Group;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/// The options that all benchmarks share.
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class BenchOptions {
  private static final int FULL_ROUNDS = 7;
  private static final int QUICK_ROUNDS = 3;
  private static final int FULL_WARM_UP = 3;
  private static final int QUICK_WARM_UP = 1;

  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--quick",
      description = "Smaller runs and fewer rounds: shows the order of magnitude in a minute.")
  private boolean isQuick;

  @Option(names = "--only", paramLabel = "NAME", split = ",", description = "Only these workloads.")
  private List<String> only = List.of();

  @Option(
      names = "--peer",
      paramLabel = "PEER",
      split = ",",
      description = "Only these peers: ${COMPLETION-CANDIDATES}.")
  private List<Peer> peers = List.of(Peer.values());

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Timed rounds (default: 7, with --quick 3).")
  private @Nullable Integer roundCount;

  @Option(names = "--json", paramLabel = "FILE", description = "Write every figure to FILE.")
  private @Nullable Path json;

  @Option(names = "--gate", description = "Exit with 1 when a target is missed.")
  private boolean isGate;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "Measure on this server (jdbc:tiercel://HOST:PORT/DB?user=…&password=…) instead of an"
              + " embedded one. The user must be allowed to create databases; those named"
              + " tiercel_bench_… are dropped.")
  private String url = BenchServer.EMBEDDED_URL;

  Comparison.Rounds rounds() {
    int timed = roundCount != null ? roundCount : isQuick ? QUICK_ROUNDS : FULL_ROUNDS;
    if (timed < 1) {
      throw new ParameterException(command.commandLine(), "--rounds takes at least 1");
    }
    return new Comparison.Rounds(isQuick ? QUICK_WARM_UP : FULL_WARM_UP, timed, isQuick);
  }

  /// Those of `all` that were asked for.
  ///
  /// @param others what else may be asked for
  List<Workload> workloads(List<Workload> all, List<String> others) {
    var names = new ArrayList<>(all.stream().map(Workload::title).toList());
    names.addAll(others);
    for (var name : only) {
      if (!names.contains(name)) {
        throw new ParameterException(
            command.commandLine(),
            "no workload is named %s here; there are %s".formatted(name, String.join(", ", names)));
      }
    }
    return all.stream()
        .filter(workload -> only.isEmpty() || only.contains(workload.title()))
        .toList();
  }

  /// Those peers of the workload that were asked for, of all that the command is about.
  List<Peer> peers(Workload workload, Group group) {
    return workload.peers().stream()
        .filter(peers::contains)
        .filter(peer -> group != Group.JPA || isAmongProviders(peer, workload))
        .toList();
  }

  /// The raw limit is there where a target is a share of it.
  private static boolean isAmongProviders(Peer peer, Workload workload) {
    return switch (peer) {
      case TIERCEL, HIBERNATE, ECLIPSELINK -> true;
      case RAW -> workload == Workload.PERSIST_SEQUENCE || workload == Workload.PERSIST_IDENTITY;
      default -> false;
    };
  }

  /// Whether a case of Tiercel's own was asked for.
  boolean isAsked(String name) {
    return (only.isEmpty() || only.contains(name)) && peers.contains(Peer.TIERCEL);
  }

  boolean isQuick() {
    return isQuick;
  }

  boolean isGate() {
    return isGate;
  }

  String url() {
    return url;
  }

  @Nullable Path json() {
    return json;
  }
}
