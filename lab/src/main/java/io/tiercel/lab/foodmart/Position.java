package io.tiercel.lab.foodmart;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;

/// A job and its pay scale.
@Entity
@Table(name = "job_position")
public class Position {
  /// How the work is paid.
  public enum PayType {
    MONTHLY,
    HOURLY
  }

  @Id private int id;
  private String title;

  @Enumerated(EnumType.STRING)
  private PayType payType;

  @Column(precision = 10, scale = 4)
  private BigDecimal minScale;

  @Column(precision = 10, scale = 4)
  private BigDecimal maxScale;

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Position() {}

  public Position(int id, String title, PayType payType, BigDecimal minScale, BigDecimal maxScale) {
    this.id = id;
    this.title = title;
    this.payType = payType;
    this.minScale = minScale;
    this.maxScale = maxScale;
  }

  public int getId() {
    return id;
  }

  public String getTitle() {
    return title;
  }

  public PayType getPayType() {
    return payType;
  }

  public BigDecimal getMinScale() {
    return minScale;
  }

  public BigDecimal getMaxScale() {
    return maxScale;
  }
}
