package io.tiercel.lab.foodmart;

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
import org.jspecify.annotations.Nullable;

/// One product within a [SalesOrder]: how many, for how much (all of them together), at what cost.
@Entity
@Table(name = "order_line")
public class OrderLine {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "order_line_seq")
  @SequenceGenerator(name = "order_line_seq", sequenceName = "order_line_seq", allocationSize = 50)
  private @Nullable Long id;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  @JoinColumn(name = "order_id")
  private SalesOrder order;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Product product;

  @ManyToOne(fetch = FetchType.LAZY)
  private @Nullable Promotion promotion;

  private int quantity;

  @Column(precision = 10, scale = 4)
  private BigDecimal amount;

  @Column(precision = 10, scale = 4)
  private BigDecimal cost;

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected OrderLine() {}

  public OrderLine(
      Product product,
      @Nullable Promotion promotion,
      int quantity,
      BigDecimal amount,
      BigDecimal cost) {
    this();
    this.product = product;
    this.promotion = promotion;
    this.quantity = quantity;
    this.amount = amount;
    this.cost = cost;
  }

  void setOrder(SalesOrder order) {
    this.order = order;
  }

  public @Nullable Long getId() {
    return id;
  }

  public SalesOrder getOrder() {
    return order;
  }

  public Product getProduct() {
    return product;
  }

  public @Nullable Promotion getPromotion() {
    return promotion;
  }

  public int getQuantity() {
    return quantity;
  }

  public BigDecimal getAmount() {
    return amount;
  }

  public BigDecimal getCost() {
    return cost;
  }
}
