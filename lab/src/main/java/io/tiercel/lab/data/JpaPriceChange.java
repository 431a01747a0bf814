package io.tiercel.lab.data;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.RollbackException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A price change through Jakarta Persistence. Prices are raised while somebody else changes one of
/// them: the first attempt must fail at commit and change nothing, the second, on what is there
/// now, succeeds.
///
/// @param <T> the entity with the price, which has a version
public final class JpaPriceChange<T> {
  private final EntityManagerFactory factory;
  private final Goods<T> goods;

  public JpaPriceChange(EntityManagerFactory factory, Goods<T> goods) {
    this.factory = factory;
    this.goods = goods;
  }

  /// What gets a new price.
  public interface Goods<T> {
    /// Managed, in the order of their ids.
    List<T> find(EntityManager entityManager);

    int id(T article);

    BigDecimal price(T article);

    void setPrice(T article, BigDecimal price);
  }

  /// Runs the change; the prices are the old ones again afterwards. Throws [IllegalStateException]
  /// when the provider lets an update be lost.
  public TaskResult run() {
    Map<Integer, BigDecimal> original = prices();
    String conflict = raiseWhileSomebodyElseDoes();
    BigDecimal untouched = sum(prices());
    int raised = Transactions.call(factory, this::raise);
    BigDecimal after = sum(prices());
    Transactions.call(factory, em -> restore(em, original));
    return new TaskResult(
        List.of(
            "the first attempt changed nothing",
            PriceLines.change(raised, untouched, after),
            PriceLines.putBack(sum(prices()), sum(original))),
        List.of(conflict));
  }

  /// Returns what the provider said.
  private String raiseWhileSomebodyElseDoes() {
    try (EntityManager em = factory.createEntityManager()) {
      em.getTransaction().begin();
      raise(em);
      Transactions.call(factory, this::changeOne);
      em.getTransaction().commit();
    } catch (RollbackException e) {
      return conflict(e);
    } catch (OptimisticLockException e) {
      return String.valueOf(e.getMessage());
    }
    throw new IllegalStateException(
        "the second of two changes of one price was committed: an update is lost");
  }

  private static String conflict(RollbackException e) {
    if (e.getCause() instanceof OptimisticLockException cause) {
      return String.valueOf(cause.getMessage());
    }
    throw e;
  }

  private int raise(EntityManager em) {
    List<T> found = goods.find(em);
    found.forEach(article -> goods.setPrice(article, PriceLines.raised(goods.price(article))));
    return found.size();
  }

  private int changeOne(EntityManager em) {
    T first = goods.find(em).getFirst();
    goods.setPrice(first, goods.price(first).add(BigDecimal.ONE));
    return 1;
  }

  private int restore(EntityManager em, Map<Integer, BigDecimal> original) {
    List<T> found = goods.find(em);
    found.forEach(
        article ->
            goods.setPrice(article, Objects.requireNonNull(original.get(goods.id(article)))));
    return found.size();
  }

  private Map<Integer, BigDecimal> prices() {
    return Transactions.call(
        factory,
        em -> {
          var prices = new HashMap<Integer, BigDecimal>();
          goods.find(em).forEach(article -> prices.put(goods.id(article), goods.price(article)));
          return prices;
        });
  }

  private static BigDecimal sum(Map<Integer, BigDecimal> prices) {
    return prices.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
