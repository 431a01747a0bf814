package io.tiercel.lab.bench.model;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// An order that is written with its lines in one transaction. The customer is a plain number, as
/// in a system where customers live elsewhere: a reference would make one provider query for it
/// and another not, and this workload is about writing.
@Entity
@Table(name = "purchase_order")
public class PurchaseOrder {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "purchase_order_seq")
  @SequenceGenerator(
      name = "purchase_order_seq",
      sequenceName = "purchase_order_seq",
      allocationSize = 50)
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

  @OneToMany(mappedBy = "order", cascade = CascadeType.ALL, orphanRemoval = true)
  private List<OrderLine> lines = new ArrayList<>();

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected PurchaseOrder() {}

  /// The sample order of this number with as many lines.
  public PurchaseOrder(int number, int lineCount) {
    customerId = SampleOrders.customerId(number);
    orderedAt = SampleOrders.orderedAt(number);
    status = SampleOrders.status(number);
    total = SampleOrders.total(number);
    for (int line = 0; line < lineCount; line++) {
      lines.add(new OrderLine(this, number, line));
    }
  }

  public long getId() {
    return id;
  }

  public List<OrderLine> getLines() {
    return lines;
  }
}
