package io.tiercel.jpa.shop;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "purchase_order")
public class PurchaseOrder {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE)
  private @Nullable Long id;

  @Version private int version;

  private LocalDate placedOn = LocalDate.EPOCH;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private @Nullable Customer customer;

  @OneToMany(mappedBy = "order", cascade = CascadeType.ALL, orphanRemoval = true)
  @OrderBy("position")
  private List<OrderLine> lines = new ArrayList<>();

  @OneToOne(mappedBy = "order", cascade = CascadeType.ALL)
  private @Nullable Invoice invoice;

  protected PurchaseOrder() {}

  public PurchaseOrder(Customer customer, LocalDate placedOn) {
    this.customer = customer;
    this.placedOn = placedOn;
  }

  public void addLine(Product product, int quantity) {
    lines.add(new OrderLine(this, lines.size() + 1, product, quantity));
  }

  public @Nullable Long getId() {
    return id;
  }

  public int getVersion() {
    return version;
  }

  public LocalDate getPlacedOn() {
    return placedOn;
  }

  public void setPlacedOn(LocalDate placedOn) {
    this.placedOn = placedOn;
  }

  public @Nullable Customer getCustomer() {
    return customer;
  }

  public void setCustomer(@Nullable Customer customer) {
    this.customer = customer;
  }

  public List<OrderLine> getLines() {
    return lines;
  }

  public @Nullable Invoice getInvoice() {
    return invoice;
  }

  public void setInvoice(@Nullable Invoice invoice) {
    this.invoice = invoice;
  }
}
