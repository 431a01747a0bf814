package io.tiercel.lab.bench.model;

import jakarta.persistence.Column;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Entity;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.Table;

/// A payment by bank transfer.
@Entity
@Table(name = "transfer_payment")
@PrimaryKeyJoinColumn(name = "id")
@DiscriminatorValue("TRANSFER")
public class TransferPayment extends Payment {
  @Column(name = "reference")
  private String reference;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected TransferPayment() {}

  TransferPayment(int number) {
    super(number);
    reference = "transfer number " + number;
  }

  @Override
  public long detail() {
    return reference.length();
  }
}
