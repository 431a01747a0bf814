package io.tiercel.wire;

import java.time.Duration;

/// How one of several hosts is chosen. Immutable.
///
/// @param targetServerType which kind of server is wanted
/// @param balancesLoad whether the hosts are tried in random order, instead of the one given
/// @param recheck how long what was found out about a host counts, for all connections of this JVM:
///     hosts that did not fit are tried last until then
public record HostChoice(
    TargetServerType targetServerType, boolean balancesLoad, Duration recheck) {
  /// The first host that lets us in.
  public static final HostChoice FIRST =
      new HostChoice(TargetServerType.ANY, false, Duration.ofSeconds(10));
}
