package io.tiercel.lab.bench.jpa;

import io.tiercel.lab.bench.model.OrderSummary;
import io.tiercel.lab.bench.model.PlacedOrder;
import io.tiercel.lab.bench.model.SequenceOrder;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.math.BigDecimal;
import java.util.function.Function;

/// The reading tasks through an EntityManager. Confined to one thread.
final class JpaReads {
  private static final String RECORDS =
      "select new io.tiercel.lab.bench.model.OrderSummary("
          + "o.id, o.customerId, o.orderedAt, o.status, o.total) from SequenceOrder o";

  private final EntityManagerFactory factory;

  JpaReads(EntityManagerFactory factory) {
    this.factory = factory;
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

  Tally find(int units) {
    long rows = 0;
    long checksum = 0;
    for (int unit = 0; unit < units; unit++) {
      long id = Task.placedOrderId(unit);
      var tally = inTransaction(em -> touch(em.find(PlacedOrder.class, id)));
      rows += tally.rows();
      checksum += tally.checksum();
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
