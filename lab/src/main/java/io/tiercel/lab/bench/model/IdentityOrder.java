package io.tiercel.lab.bench.model;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Instant;

/// An order whose id the database assigns on insert. Otherwise as [SequenceOrder].
@Entity
@Table(name = "identity_order")
public class IdentityOrder {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
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
  protected IdentityOrder() {}

  /// The sample order of this number, not persisted yet.
  public IdentityOrder(int number) {
    customerId = SampleOrders.customerId(number);
    orderedAt = SampleOrders.orderedAt(number);
    status = SampleOrders.status(number);
    total = SampleOrders.total(number);
    note = SampleOrders.note(number);
  }

  public long getId() {
    return id;
  }

  public BigDecimal getTotal() {
    return total;
  }
}
