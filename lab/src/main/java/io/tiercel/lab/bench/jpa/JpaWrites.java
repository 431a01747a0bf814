package io.tiercel.lab.bench.jpa;

import io.tiercel.lab.bench.model.IdentityOrder;
import io.tiercel.lab.bench.model.Payment;
import io.tiercel.lab.bench.model.PurchaseOrder;
import io.tiercel.lab.bench.model.SampleOrders;
import io.tiercel.lab.bench.model.SequenceOrder;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.math.BigDecimal;
import java.util.function.ToLongFunction;

/// The writing tasks through an EntityManager. Confined to one thread.
final class JpaWrites {
  private static final BigDecimal ONE_CENT = new BigDecimal("0.01");

  private final EntityManagerFactory factory;
  private final int flushEvery;

  JpaWrites(EntityManagerFactory factory, int flushEvery) {
    this.factory = factory;
    this.flushEvery = flushEvery;
  }

  Tally persistSequence(int units) {
    return inTransaction(
        em -> {
          long cents = 0;
          for (int number = 0; number < units; number++) {
            em.persist(new SequenceOrder(number));
            cents += SampleOrders.cents(number);
            flushNowAndThen(em, number);
          }
          return cents;
        },
        units);
  }

  Tally persistIdentity(int units) {
    var batch = new IdentityOrder[flushEvery];
    return inTransaction(
        em -> {
          long cents = 0;
          for (int number = 0; number < units; number++) {
            var order = new IdentityOrder(number);
            em.persist(order);
            batch[number % flushEvery] = order;
            cents += SampleOrders.cents(number);
            flushNowAndThen(em, number);
          }
          em.flush();
          requireIds(batch, Math.min(units, flushEvery));
          return cents;
        },
        units);
  }

  Tally persistJoined(int units) {
    return inTransaction(
        em -> {
          long checksum = 0;
          for (int number = 0; number < units; number++) {
            var payment = Payment.of(number);
            em.persist(payment);
            checksum += SampleOrders.cents(number) + payment.detail();
            flushNowAndThen(em, number);
          }
          return checksum;
        },
        2L * units);
  }

  /// The latest batch has been flushed, so every order of it must know its id.
  private static void requireIds(IdentityOrder[] batch, int count) {
    for (int i = 0; i < count; i++) {
      if (batch[i].getId() == 0) {
        throw new IllegalStateException("an identity order has no id after the flush");
      }
    }
  }

  private void flushNowAndThen(EntityManager em, int number) {
    if ((number + 1) % flushEvery == 0) {
      em.flush();
      em.clear();
    }
  }

  Tally update(int units) {
    long rows = 0;
    for (int unit = 0; unit < units; unit++) {
      long first = Task.firstUpdatedId(unit);
      rows += inTransaction(em -> raiseTotals(em, first), Task.UPDATES_PER_TRANSACTION).checksum();
    }
    return new Tally(rows, rows);
  }

  private static long raiseTotals(EntityManager em, long first) {
    var orders =
        em.createQuery(
                "select o from SequenceOrder o where o.id between :first and :last",
                SequenceOrder.class)
            .setParameter("first", first)
            .setParameter("last", first + Task.UPDATES_PER_TRANSACTION - 1)
            .getResultList();
    orders.forEach(order -> order.raise(ONE_CENT));
    return orders.size();
  }

  Tally persistOrders(int units) {
    long cents = 0;
    for (int unit = 0; unit < units; unit++) {
      var order = new PurchaseOrder(unit, Task.LINES_PER_ORDER);
      cents += SampleOrders.centsWithLines(unit, Task.LINES_PER_ORDER);
      inTransaction(
          em -> {
            em.persist(order);
            return 0;
          },
          1);
    }
    return new Tally((long) units * Task.ROWS_PER_ORDER, cents);
  }

  private Tally inTransaction(ToLongFunction<EntityManager> work, long rows) {
    try (var em = factory.createEntityManager()) {
      var transaction = em.getTransaction();
      transaction.begin();
      long checksum = work.applyAsLong(em);
      transaction.commit();
      return new Tally(rows, checksum);
    }
  }
}
