package io.tiercel.lab.bench.jpa;

import io.tiercel.lab.bench.model.SampleOrders;
import io.tiercel.lab.bench.model.cached.CachedCustomer;
import io.tiercel.lab.bench.model.cached.CachedLine;
import io.tiercel.lab.bench.model.cached.CachedOrder;
import io.tiercel.lab.bench.workload.Contestant;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.hibernate.KeyType;

/// A provider with its shared cache at work: an EntityManager for each unit, no transaction. The
/// first run of a task fills the cache with what it asks for.
public final class CacheContestant implements Contestant {
  private static final String UNIT = "tiercel-bench-cache";

  /// For entities that nobody will change, by each provider's own hint.
  private static final Map<String, Object> READ_ONLY =
      Map.of(
          "org.hibernate.readOnly", true,
          "eclipselink.read-only", "true",
          "tiercel.read-only", true);

  private final Peer peer;
  private final OpenUnit unit;
  private final EntityManagerFactory factory;

  /// Opens the peer's provider with its shared cache.
  public CacheContestant(Peer peer, Endpoint endpoint) {
    this.peer = peer;
    unit =
        ProviderSettings.of(peer)
            .open(
                UNIT,
                List.of(CachedOrder.class, CachedLine.class, CachedCustomer.class),
                endpoint,
                settings(peer));
    factory = unit.factory();
    // It waits until the cache runs; those that other threads open meanwhile would not.
    factory.createEntityManager().close();
  }

  private static Map<String, String> settings(Peer peer) {
    return switch (peer) {
      case TIERCEL ->
          Map.of(
              "tiercel.cache", "on",
              "tiercel.cache.bytes", "256m",
              "tiercel.cache.start-timeout", "30000");
      case HIBERNATE ->
          Map.of(
              "hibernate.cache.use_second_level_cache", "true",
              "hibernate.cache.use_query_cache", "true",
              "hibernate.cache.region.factory_class", CaffeineRegions.class.getName());
      case ECLIPSELINK ->
          Map.of(
              "eclipselink.cache.shared.default", "true",
              "eclipselink.cache.type.default", "Full");
      default -> throw new IllegalArgumentException(peer + " is not a persistence provider");
    };
  }

  @Override
  public Tally run(Task task, int units, Milestones milestones) throws Exception {
    return switch (task) {
      case CACHED_GRAPH -> sum(0, units, unit -> graph(unit, Map.of()));
      case CACHED_GRAPH_READ_ONLY -> sum(0, units, unit -> graph(unit, READ_ONLY));
      case CACHED_FIND -> sum(0, units, this::find);
      case CACHED_UNIQUE -> sum(0, units, this::byName);
      case CACHED_QUERY -> sum(0, units, this::ordersOfCustomer);
      case CACHED_FIND_2, CACHED_FIND_4, CACHED_FIND_8 ->
          shared(Executors.newFixedThreadPool(task.threads()), task.threads(), units);
      case CACHED_FIND_VIRTUAL ->
          shared(Executors.newVirtualThreadPerTaskExecutor(), task.threads(), units);
      default -> throw new IllegalArgumentException(task + " is for others");
    };
  }

  private interface Work {
    Tally of(int unit);
  }

  private static Tally sum(int from, int to, Work work) {
    long rows = 0;
    long checksum = 0;
    for (int unit = from; unit < to; unit++) {
      var tally = work.of(unit);
      rows += tally.rows();
      checksum += tally.checksum();
    }
    return new Tally(rows, checksum);
  }

  /// Each thread does its part.
  private Tally shared(ExecutorService executor, int threads, int units)
      throws InterruptedException, ExecutionException {
    var done = new ArrayList<Future<Tally>>();
    try (executor) {
      for (int thread = 0; thread < threads; thread++) {
        int from = (int) ((long) units * thread / threads);
        int to = (int) ((long) units * (thread + 1) / threads);
        done.add(executor.submit(() -> sum(from, to, this::find)));
      }
      long rows = 0;
      long checksum = 0;
      for (var part : done) {
        rows += part.get().rows();
        checksum += part.get().checksum();
      }
      return new Tally(rows, checksum);
    }
  }

  private Tally graph(int number, Map<String, Object> hints) {
    try (var em = factory.createEntityManager()) {
      var order = em.find(CachedOrder.class, Task.cachedOrderId(number), hints);
      long checksum = order.getCustomer().getName().length();
      for (var line : order.getLines()) {
        // Cents of prices this small are exact, and make no object of the program's own.
        checksum += line.getQuantity() * Math.round(line.getPrice().doubleValue() * 100);
      }
      return new Tally(order.getLines().size(), checksum);
    }
  }

  private Tally find(int number) {
    try (var em = factory.createEntityManager()) {
      var order = em.find(CachedOrder.class, Task.cachedOrderId(number));
      return new Tally(1, order.getId() + order.getCustomer().getName().length());
    }
  }

  private Tally byName(int number) {
    var name = "Customer " + Task.customerId(number, SampleOrders.CUSTOMERS);
    try (var em = factory.createEntityManager()) {
      return new Tally(1, named(em, name).getId());
    }
  }

  /// Hibernate has a way of its own that is faster than its query cache.
  private CachedCustomer named(EntityManager em, String name) {
    return peer == Peer.HIBERNATE
        ? em.find(CachedCustomer.class, name, KeyType.NATURAL)
        : em.createNamedQuery(CachedCustomer.BY_NAME, CachedCustomer.class)
            .setParameter("name", name)
            .getSingleResult();
  }

  private Tally ordersOfCustomer(int number) {
    long customer = Task.customerId(number, SampleOrders.CUSTOMERS);
    try (var em = factory.createEntityManager()) {
      var orders =
          em.createNamedQuery(CachedOrder.OF_CUSTOMER, CachedOrder.class)
              .setParameter("customer", customer)
              .getResultList();
      return new Tally(orders.size(), orders.stream().mapToLong(CachedOrder::getId).sum());
    }
  }

  @Override
  public void close() {
    unit.close();
  }
}
