package io.tiercel.jpa.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToOne;
import org.jspecify.annotations.Nullable;

@Entity
public class Invoice {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private int id;

  @OneToOne private @Nullable PurchaseOrder order;

  private String number = "";

  protected Invoice() {}

  public Invoice(PurchaseOrder order, String number) {
    this.order = order;
    this.number = number;
  }

  public int getId() {
    return id;
  }

  public @Nullable PurchaseOrder getOrder() {
    return order;
  }

  public String getNumber() {
    return number;
  }
}
