package io.tiercel.lab.check.node;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// A row that comes, goes and changes, of a table of which all rows are kept.
@Entity
@Cacheable
@Table(name = "rate")
public class Rate {
  @Id private int id;

  @Column(name = "band")
  private int band;

  @Column(name = "amount")
  private int amount;

  /// For the provider.
  protected Rate() {}

  Rate(int id, int band, int amount) {
    this.id = id;
    this.band = band;
    this.amount = amount;
  }

  void change(int toBand, int toAmount) {
    band = toBand;
    amount = toAmount;
  }

  String state() {
    return "%d: %d %d".formatted(id, band, amount);
  }
}
