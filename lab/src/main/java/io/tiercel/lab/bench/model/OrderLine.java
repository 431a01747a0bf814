package io.tiercel.lab.bench.model;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.math.BigDecimal;

/// A line of a [PurchaseOrder].
@Entity
@Table(name = "order_line")
public class OrderLine {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "order_line_seq")
  @SequenceGenerator(name = "order_line_seq", sequenceName = "order_line_seq", allocationSize = 500)
  private long id;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  @JoinColumn(name = "order_id")
  private PurchaseOrder order;

  @Column(name = "product_id")
  private long productId;

  @Column(name = "quantity")
  private int quantity;

  @Column(name = "price")
  private BigDecimal price;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected OrderLine() {}

  OrderLine(PurchaseOrder order, int number, int line) {
    this.order = order;
    productId = SampleOrders.productId(number, line);
    quantity = SampleOrders.quantity(line);
    price = BigDecimal.valueOf(SampleOrders.lineCents(number, line), 2);
  }

  public long getId() {
    return id;
  }

  public PurchaseOrder getOrder() {
    return order;
  }

  public long getProductId() {
    return productId;
  }

  public int getQuantity() {
    return quantity;
  }

  public BigDecimal getPrice() {
    return price;
  }
}
