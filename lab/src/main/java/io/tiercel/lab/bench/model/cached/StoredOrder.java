package io.tiercel.lab.bench.model.cached;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Instant;

/// An order of seven columns without associations, in the shared cache.
@Entity
@Cacheable
@Table(name = "sequence_order")
public class StoredOrder {
  @Id private long id;

  @Version private int version;

  @Column(name = "customer_id")
  private long customerId;

  @Column(name = "ordered_at")
  private Instant orderedAt;

  private String status;

  private BigDecimal total;

  private String note;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected StoredOrder() {}

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

  public String getStatus() {
    return status;
  }

  public BigDecimal getTotal() {
    return total;
  }

  public String getNote() {
    return note;
  }
}
