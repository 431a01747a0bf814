package io.tiercel.lab.bench.model;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.math.BigDecimal;

/// A line of a [PlacedOrder].
@Entity
@Table(name = "placed_line")
public class PlacedLine {
  @Id private long id;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  @JoinColumn(name = "order_id")
  private PlacedOrder order;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  @JoinColumn(name = "product_id")
  private Product product;

  @Column(name = "quantity")
  private int quantity;

  @Column(name = "price")
  private BigDecimal price;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected PlacedLine() {}

  public long getId() {
    return id;
  }

  public PlacedOrder getOrder() {
    return order;
  }

  public Product getProduct() {
    return product;
  }

  public int getQuantity() {
    return quantity;
  }

  public BigDecimal getPrice() {
    return price;
  }
}
