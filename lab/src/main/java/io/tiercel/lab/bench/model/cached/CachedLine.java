package io.tiercel.lab.bench.model.cached;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/// A line of a [CachedOrder].
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
@Table(name = "placed_line")
public class CachedLine {
  @Id private long id;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  @JoinColumn(name = "order_id")
  private CachedOrder order;

  @Column(name = "quantity")
  private int quantity;

  @Column(name = "price")
  private BigDecimal price;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected CachedLine() {}

  public CachedOrder getOrder() {
    return order;
  }

  public int getQuantity() {
    return quantity;
  }

  public BigDecimal getPrice() {
    return price;
  }
}
