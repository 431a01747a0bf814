package io.tiercel.lab.check.node;

import io.tiercel.lab.check.node.NodeSession.Pair;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;

/// A row that only grows, of a table of which all rows are kept: its queries need no hint.
@Entity
@Cacheable
@Table(name = "coin")
public class Coin {
  @Id private int id;

  @Column(name = "log")
  private String log;

  /// The first id of two that are asked for together.
  @Column(name = "pair")
  private int pair;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected Coin() {}

  void append(String token) {
    log += token;
  }

  /// Two rows, which need not be of one moment.
  static Pair read(EntityManager manager, int first) {
    List<Coin> both =
        manager
            .createQuery(
                "select c from Coin c where c.pair between :pair and :pair order by c.id",
                Coin.class)
            .setParameter("pair", first)
            .getResultList();
    if (both.size() != 2) {
      throw new IllegalStateException("the pair of %d has %d coins".formatted(first, both.size()));
    }
    return new Pair(both.getFirst().log, both.getLast().log);
  }
}
