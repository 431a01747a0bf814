package io.tiercel.lab.bench.jpa;

import io.tiercel.lab.bench.model.Part;
import io.tiercel.lab.bench.workload.Contestant;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A provider from its first class to the answer of the first query. Good for one run in a JVM that
/// has not used the provider before and has the generated entities on its class path.
public final class StartUpContestant implements Contestant {
  /// The name of the unit in the generated `persistence.xml`.
  public static final String UNIT = "tiercel-start-up";

  private final Peer peer;
  private final Endpoint endpoint;
  private @Nullable OpenUnit unit;

  /// Does nothing yet.
  public StartUpContestant(Peer peer, Endpoint endpoint) {
    this.peer = peer;
    this.endpoint = endpoint;
  }

  @Override
  public Tally run(Task task, int units, Milestones milestones) {
    // The entities are woven already; the others do not know the property.
    var more =
        peer == Peer.ECLIPSELINK
            ? Map.of("eclipselink.weaving", "static")
            : Map.<String, String>of();
    unit = ProviderSettings.of(peer).openDescribed(UNIT, endpoint, more);
    try (var em = unit.factory().createEntityManager()) {
      var parts = em.createQuery("select p from Part0 p", Part.class).getResultList();
      return new Tally(parts.size(), parts.stream().mapToLong(Part::getId).sum());
    }
  }

  @Override
  public void close() {
    if (unit != null) {
      unit.close();
    }
  }
}
