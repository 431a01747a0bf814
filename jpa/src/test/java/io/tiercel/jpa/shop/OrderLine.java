package io.tiercel.jpa.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "order_line")
public class OrderLine {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private @Nullable PurchaseOrder order;

  private int position;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private @Nullable Product product;

  private int quantity;

  protected OrderLine() {}

  OrderLine(PurchaseOrder order, int position, Product product, int quantity) {
    this.order = order;
    this.position = position;
    this.product = product;
    this.quantity = quantity;
  }

  public @Nullable Long getId() {
    return id;
  }

  public @Nullable PurchaseOrder getOrder() {
    return order;
  }

  public int getPosition() {
    return position;
  }

  public @Nullable Product getProduct() {
    return product;
  }

  public int getQuantity() {
    return quantity;
  }

  public void setQuantity(int quantity) {
    this.quantity = quantity;
  }
}
