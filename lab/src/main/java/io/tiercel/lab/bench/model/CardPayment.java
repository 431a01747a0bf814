package io.tiercel.lab.bench.model;

import jakarta.persistence.Column;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Entity;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.Table;

/// A payment by card.
@Entity
@Table(name = "card_payment")
@PrimaryKeyJoinColumn(name = "id")
@DiscriminatorValue("CARD")
public class CardPayment extends Payment {
  @Column(name = "card")
  private String card;

  @Column(name = "expiry_month")
  private int expiryMonth;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected CardPayment() {}

  CardPayment(int number) {
    super(number);
    card = "card " + number % 1_000;
    expiryMonth = number % 12 + 1;
  }

  public String getCard() {
    return card;
  }

  @Override
  public long detail() {
    return expiryMonth;
  }
}
