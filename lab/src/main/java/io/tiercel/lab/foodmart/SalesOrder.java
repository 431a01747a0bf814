package io.tiercel.lab.foodmart;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one customer took from one store on one day. The source knows only sales rows; those of the
/// same customer, store and day are the lines of one order.
@Entity
@Table(name = "sales_order")
public class SalesOrder {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "sales_order_seq")
  @SequenceGenerator(
      name = "sales_order_seq",
      sequenceName = "sales_order_seq",
      allocationSize = 50)
  private @Nullable Long id;

  private LocalDate orderedOn;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Customer customer;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Store store;

  @OneToMany(mappedBy = "order", cascade = CascadeType.ALL, orphanRemoval = true)
  private List<OrderLine> lines = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected SalesOrder() {}

  public SalesOrder(Customer customer, Store store, LocalDate orderedOn) {
    this.customer = customer;
    this.store = store;
    this.orderedOn = orderedOn;
  }

  public void addLine(OrderLine line) {
    line.setOrder(this);
    lines.add(line);
  }

  public @Nullable Long getId() {
    return id;
  }

  public LocalDate getOrderedOn() {
    return orderedOn;
  }

  public Customer getCustomer() {
    return customer;
  }

  public Store getStore() {
    return store;
  }

  public List<OrderLine> getLines() {
    return lines;
  }
}
