package io.tiercel.lab.bench.jpa;

import io.tiercel.lab.bench.workload.Contestant;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import java.util.Map;

/// A persistence provider at work. The program is the same for all, only the settings differ.
public final class JpaContestant implements Contestant {
  private final OpenUnit unit;
  private final JpaWrites writes;
  private final JpaReads reads;

  /// Opens the peer's provider with its recommended settings.
  public JpaContestant(Peer peer, Endpoint endpoint) {
    var settings = ProviderSettings.of(peer);
    unit = settings.open(endpoint);
    writes = new JpaWrites(unit.factory(), settings.flushEvery());
    reads = new JpaReads(unit.factory(), settings.listHints());
  }

  @Override
  public Tally run(Task task, int units, Milestones milestones) throws Exception {
    return switch (task) {
      case PERSIST_SEQUENCE -> writes.persistSequence(units);
      case PERSIST_IDENTITY -> writes.persistIdentity(units);
      case PERSIST_JOINED -> writes.persistJoined(units);
      case UPDATE_VERSIONED -> writes.update(units);
      case PERSIST_ORDER -> writes.persistOrders(units);
      case READ_ENTITIES -> reads.entities();
      case READ_RECORDS -> reads.records();
      case FIND_WITH_RELATIONS -> reads.find(0, units, Map.of());
      case FIND_WITH_GRAPH -> reads.findWithGraph(units);
      case FIND_SHARED -> reads.findShared(units);
      case QUERY_BY_NAME -> reads.queryByName(units);
      case ORDERS_OF_CUSTOMER -> reads.ordersOfCustomer(units);
      case ORDERS_WITH_LINES -> reads.ordersWithLines(units);
      default -> throw new IllegalArgumentException(task + " is for others");
    };
  }

  @Override
  public void close() {
    unit.close();
  }
}
