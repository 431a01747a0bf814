package io.tiercel.lab.bench.jpa;

import io.tiercel.lab.bench.workload.Contestant;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import jakarta.persistence.EntityManagerFactory;

/// A persistence provider at work. The program is the same for all, only the settings differ.
public final class JpaContestant implements Contestant {
  private final EntityManagerFactory factory;
  private final JpaWrites writes;
  private final JpaReads reads;

  /// Opens the peer's provider with its recommended settings.
  public JpaContestant(Peer peer, Endpoint endpoint) {
    var settings = ProviderSettings.of(peer);
    factory = settings.open(endpoint);
    writes = new JpaWrites(factory, settings.flushEvery());
    reads = new JpaReads(factory);
  }

  @Override
  public Tally run(Task task, int units, Milestones milestones) {
    return switch (task) {
      case PERSIST_SEQUENCE -> writes.persistSequence(units);
      case PERSIST_IDENTITY -> writes.persistIdentity(units);
      case UPDATE_VERSIONED -> writes.update(units);
      case PERSIST_ORDER -> writes.persistOrders(units);
      case READ_ENTITIES -> reads.entities();
      case READ_RECORDS -> reads.records();
      case FIND_WITH_RELATIONS -> reads.find(units);
      default -> throw new IllegalArgumentException(task + " is for drivers");
    };
  }

  @Override
  public void close() {
    factory.close();
  }
}
