package io.tiercel.lab.bench.model;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Instant;

/// An order whose id comes from a sequence. One flat row, no reference to anything.
@Entity
@Table(name = "sequence_order")
public class SequenceOrder {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "sequence_order_seq")
  @SequenceGenerator(
      name = "sequence_order_seq",
      sequenceName = "sequence_order_seq",
      allocationSize = 1000)
  private long id;

  @Version
  @Column(name = "version")
  private int version;

  @Column(name = "customer_id")
  private long customerId;

  @Column(name = "ordered_at")
  private Instant orderedAt;

  @Enumerated(EnumType.STRING)
  @Column(name = "status")
  private OrderStatus status;

  @Column(name = "total")
  private BigDecimal total;

  @Column(name = "note")
  private String note;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected SequenceOrder() {}

  /// The sample order of this number, not persisted yet.
  public SequenceOrder(int number) {
    customerId = SampleOrders.customerId(number);
    orderedAt = SampleOrders.orderedAt(number);
    status = SampleOrders.status(number);
    total = SampleOrders.total(number);
    note = SampleOrders.note(number);
  }

  /// An order as a driver read it, for those who have no provider.
  public SequenceOrder(
      long id,
      int version,
      long customerId,
      Instant orderedAt,
      OrderStatus status,
      BigDecimal total,
      String note) {
    this.id = id;
    this.version = version;
    this.customerId = customerId;
    this.orderedAt = orderedAt;
    this.status = status;
    this.total = total;
    this.note = note;
  }

  public long getId() {
    return id;
  }

  public int getVersion() {
    return version;
  }

  public long getCustomerId() {
    return customerId;
  }

  public Instant getOrderedAt() {
    return orderedAt;
  }

  public OrderStatus getStatus() {
    return status;
  }

  public String getNote() {
    return note;
  }

  /// Makes the order dearer.
  public void raise(BigDecimal amount) {
    total = total.add(amount);
  }

  public BigDecimal getTotal() {
    return total;
  }
}
