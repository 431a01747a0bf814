package io.tiercel.lab.foodmart;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// A campaign. Number 0 of the source means none and is not loaded.
@Entity
@Table(name = "promotion")
public class Promotion {
  @Id private int id;
  private String name;
  private String medium;

  @Column(precision = 10, scale = 4)
  private BigDecimal cost;

  private @Nullable LocalDate startsOn;
  private @Nullable LocalDate endsOn;

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Promotion() {}

  public Promotion(
      int id,
      String name,
      String medium,
      BigDecimal cost,
      @Nullable LocalDate startsOn,
      @Nullable LocalDate endsOn) {
    this.id = id;
    this.name = name;
    this.medium = medium;
    this.cost = cost;
    this.startsOn = startsOn;
    this.endsOn = endsOn;
  }

  public int getId() {
    return id;
  }

  public String getName() {
    return name;
  }

  public String getMedium() {
    return medium;
  }

  public BigDecimal getCost() {
    return cost;
  }

  public @Nullable LocalDate getStartsOn() {
    return startsOn;
  }

  public @Nullable LocalDate getEndsOn() {
    return endsOn;
  }
}
