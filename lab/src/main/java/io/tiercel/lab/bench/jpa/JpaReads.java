package io.tiercel.lab.bench.jpa;

import io.tiercel.lab.bench.model.Customer;
import io.tiercel.lab.bench.model.OrderSummary;
import io.tiercel.lab.bench.model.PlacedOrder;
import io.tiercel.lab.bench.model.SampleOrders;
import io.tiercel.lab.bench.model.SequenceOrder;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.TypedQuery;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Function;

/// The reading tasks through an EntityManager. Confined to one thread, which may start others.
final class JpaReads {
  private static final String RECORDS =
      "select new io.tiercel.lab.bench.model.OrderSummary("
          + "o.id, o.customerId, o.orderedAt, o.status, o.total) from SequenceOrder o";

  private static final String ORDERS_OF_CUSTOMER =
      "select o from PlacedOrder o where o.customer.id = :customer";

  private final EntityManagerFactory factory;
  private final Map<String, Object> listHints;

  JpaReads(EntityManagerFactory factory, Map<String, Object> listHints) {
    this.factory = factory;
    this.listHints = listHints;
  }

  Tally entities() {
    return inTransaction(
        em -> {
          var orders =
              em.createQuery("select o from SequenceOrder o", SequenceOrder.class).getResultList();
          long cents = 0;
          for (var order : orders) {
            cents += cents(order.getTotal());
          }
          return new Tally(orders.size(), cents);
        });
  }

  Tally records() {
    return inTransaction(
        em -> {
          var orders = em.createQuery(RECORDS, OrderSummary.class).getResultList();
          long cents = 0;
          for (var order : orders) {
            cents += cents(order.total());
          }
          return new Tally(orders.size(), cents);
        });
  }

  private static long cents(BigDecimal amount) {
    return amount.movePointRight(2).longValueExact();
  }

  /// Finds `units` orders beginning with that of unit `from`.
  Tally find(int from, int units, Map<String, Object> hints) {
    long rows = 0;
    long checksum = 0;
    for (int unit = from; unit < from + units; unit++) {
      long id = Task.placedOrderId(unit);
      var tally = inTransaction(em -> touch(em.find(PlacedOrder.class, id, hints)));
      rows += tally.rows();
      checksum += tally.checksum();
    }
    return new Tally(rows, checksum);
  }

  Tally findWithGraph(int units) {
    try (var em = factory.createEntityManager()) {
      var graph = em.getEntityGraph(PlacedOrder.WITH_RELATIONS);
      return find(0, units, Map.of("jakarta.persistence.loadgraph", graph));
    }
  }

  /// As many threads as the task says, each finds its part of the orders.
  Tally findShared(int units) throws InterruptedException, ExecutionException {
    long rows = 0;
    long checksum = 0;
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<Tally>>();
      for (int thread = 0; thread < Task.SHARING_THREADS; thread++) {
        int from = Task.share(units, thread);
        int to = Task.share(units, thread + 1);
        running.add(executor.submit(() -> find(from, to - from, Map.of())));
      }
      for (var done : running) {
        rows += done.get().rows();
        checksum += done.get().checksum();
      }
    }
    return new Tally(rows, checksum);
  }

  private static Tally touch(PlacedOrder order) {
    long checksum = order.getCustomer().getName().length();
    for (var line : order.getLines()) {
      checksum += line.getQuantity() * cents(line.getPrice());
      checksum += line.getProduct().getName().length();
    }
    return new Tally(order.getLines().size(), checksum);
  }

  Tally queryByName(int units) {
    return sum(
        units,
        (em, customer) -> {
          var found =
              em.createQuery("select c from Customer c where c.name = :name", Customer.class)
                  .setParameter("name", "Customer " + customer)
                  .getSingleResult();
          return new Tally(1, found.getId());
        });
  }

  Tally ordersOfCustomer(int units) {
    return sum(
        units,
        (em, customer) -> {
          long ids = 0;
          var orders = ordersOf(em, customer).getResultList();
          for (var order : orders) {
            ids += order.getId();
          }
          return new Tally(orders.size(), ids);
        });
  }

  Tally ordersWithLines(int units) {
    return sum(
        units,
        (em, customer) -> {
          long lines = 0;
          long cents = 0;
          var query = ordersOf(em, customer);
          listHints.forEach(query::setHint);
          for (var order : query.getResultList()) {
            for (var line : order.getLines()) {
              lines++;
              cents += line.getQuantity() * cents(line.getPrice());
            }
          }
          return new Tally(lines, cents);
        });
  }

  private static TypedQuery<PlacedOrder> ordersOf(EntityManager em, long customer) {
    return em.createQuery(ORDERS_OF_CUSTOMER, PlacedOrder.class).setParameter("customer", customer);
  }

  /// A transaction for the customer of each unit.
  private Tally sum(int units, BiFunction<EntityManager, Long, Tally> work) {
    long rows = 0;
    long checksum = 0;
    for (int unit = 0; unit < units; unit++) {
      long customer = Task.customerId(unit, SampleOrders.CUSTOMERS);
      var tally = inTransaction(em -> work.apply(em, customer));
      rows += tally.rows();
      checksum += tally.checksum();
    }
    return new Tally(rows, checksum);
  }

  private Tally inTransaction(Function<EntityManager, Tally> work) {
    try (var em = factory.createEntityManager()) {
      var transaction = em.getTransaction();
      transaction.begin();
      var tally = work.apply(em);
      transaction.commit();
      return tally;
    }
  }
}
