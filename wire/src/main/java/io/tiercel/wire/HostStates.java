package io.tiercel.wire;

import io.tiercel.wire.ConnectionConfig.Host;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What this JVM found out about hosts of late, so that not every connection runs into the same
/// dead host first. Safe for any thread.
final class HostStates {
  /// One per host that was ever tried in a choice among several; configurations name few.
  private static final Map<Host, State> STATES = new ConcurrentHashMap<>();

  /// @param role null if the host could not be reached
  private record State(@Nullable ServerRole role, long nanoTime) {}

  private HostStates() {}

  /// It answers, whatever it is.
  static void reached(Host host) {
    STATES.computeIfPresent(host, (key, state) -> state.role() == null ? null : state);
  }

  static void reached(Host host, ServerRole role) {
    STATES.put(host, new State(role, System.nanoTime()));
  }

  static void unreachable(Host host) {
    STATES.put(host, new State(null, System.nanoTime()));
  }

  /// The hosts in the order in which to try them: those that will probably do first. None is left
  /// out, for what is known may be wrong by now.
  static List<Host> inOrder(List<Host> hosts, HostChoice choice) {
    var ordered = new ArrayList<>(hosts);
    if (choice.balancesLoad()) {
      Collections.shuffle(ordered);
    }
    if (ordered.size() > 1) {
      ordered.sort(Comparator.comparingInt(host -> rank(host, choice))); // stable
    }
    return ordered;
  }

  /// 0 if the host is good or nothing is known of it, 1 if it was of the other kind, 2 if it could
  /// not be reached.
  private static int rank(Host host, HostChoice choice) {
    State state = STATES.get(host);
    if (state == null || isOlder(state, choice.recheck())) {
      return 0;
    }
    if (state.role() == null) {
      return 2;
    }
    return choice.targetServerType().prefers(state.role()) ? 0 : 1;
  }

  private static boolean isOlder(State state, Duration recheck) {
    return System.nanoTime() - state.nanoTime() >= recheck.toNanos();
  }

  /// For tests.
  static void forget() {
    STATES.clear();
  }
}
