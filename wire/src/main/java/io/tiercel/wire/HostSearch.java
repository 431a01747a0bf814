package io.tiercel.wire;

import io.tiercel.wire.ConnectionConfig.Host;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.TimeoutException;
import io.tiercel.wire.error.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Looks among the hosts of a configuration for one that lets us in and is what is wanted. Used
/// once.
final class HostSearch {
  private final ConnectionConfig config;
  private final Function<Host, Connection> opener;
  private final List<String> others = new ArrayList<>();

  /// A session at a server of the other kind, kept in case there is no better one.
  private @Nullable Connection spare;

  private @Nullable WireException failure;

  HostSearch(ConnectionConfig config, Function<Host, Connection> opener) {
    this.config = config;
    this.opener = opener;
  }

  /// Tries the hosts until one fits, or the time is up. Blocks.
  Connection run(BooleanSupplier isTimeUp) {
    try {
      for (Host host : HostStates.inOrder(config.hosts(), config.hostChoice())) {
        Connection found = open(host, isTimeUp);
        if (found != null) {
          return found;
        }
      }
      if (spare != null) {
        Connection found = spare;
        spare = null;
        return found;
      }
      throw nothingFound();
    } finally {
      if (spare != null) {
        spare.close();
      }
    }
  }

  private @Nullable Connection open(Host host, BooleanSupplier isTimeUp) {
    try {
      Connection connection = opener.apply(host);
      return fits(host, connection) ? connection : null;
    } catch (ConnectionException | TimeoutException | ServerException e) {
      if (failure != null) {
        e.addSuppressed(failure);
      }
      failure = e;
      // Another host would refuse the same user as well.
      boolean refused = e.sqlState().startsWith("28");
      if (!refused) {
        HostStates.unreachable(host);
      }
      if (spare == null && (refused || isTimeUp.getAsBoolean())) {
        throw e;
      }
      return null;
    }
  }

  private boolean fits(Host host, Connection connection) {
    TargetServerType wanted = config.hostChoice().targetServerType();
    if (wanted == TargetServerType.ANY) {
      HostStates.reached(host);
      return true;
    }
    boolean kept = false;
    try {
      ServerRole role = ServerRole.of(connection);
      HostStates.reached(host, role);
      boolean fits = wanted.prefers(role);
      if (!fits) {
        others.add(host + " is " + role);
      }
      kept = fits;
      if (!fits && wanted.takesAny() && spare == null) {
        spare = connection;
        kept = true;
      }
      return fits;
    } finally {
      if (!kept) {
        connection.close();
      }
    }
  }

  private WireException nothingFound() {
    if (others.isEmpty() && failure != null) {
      return failure;
    }
    return new ConnectionException(
        SqlState.CLIENT_UNABLE_TO_CONNECT,
        "found no server that is %s: %s\nHint: check the hosts and targetServerType."
            .formatted(config.hostChoice().targetServerType(), String.join(", ", others)),
        false,
        failure);
  }
}
