package io.tiercel.lab.bench.model;

import jakarta.persistence.Column;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Instant;

/// A payment of either kind: the root of a hierarchy with a table for each class. The
/// discriminator column is there because EclipseLink needs one.
@Entity
@Table(name = "payment")
@Inheritance(strategy = InheritanceType.JOINED)
@DiscriminatorColumn(name = "kind")
public abstract class Payment {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "payment_seq")
  @SequenceGenerator(name = "payment_seq", sequenceName = "payment_seq", allocationSize = 1000)
  private long id;

  @Version
  @Column(name = "version")
  private int version;

  @Column(name = "paid_at")
  private Instant paidAt;

  @Column(name = "amount")
  private BigDecimal amount;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected Payment() {}

  Payment(int number) {
    paidAt = SampleOrders.orderedAt(number);
    amount = SampleOrders.total(number);
  }

  /// The sample payment of this number, not persisted yet: of either kind in turns.
  public static Payment of(int number) {
    return number % 2 == 0 ? new CardPayment(number) : new TransferPayment(number);
  }

  public long getId() {
    return id;
  }

  public Instant getPaidAt() {
    return paidAt;
  }

  public BigDecimal getAmount() {
    return amount;
  }

  /// What the columns of the kind add to the checksum of a payment.
  public abstract long detail();
}
