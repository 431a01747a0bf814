package io.tiercel.lab.foodmart;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Something on the shelf. Its price changes, so it has a version.
@Entity
@Table(name = "product")
public class Product {
  @Id private int id;
  @Version private int version;
  private String name;
  private @Nullable String brand;
  private long sku;

  @Column(precision = 10, scale = 4)
  private BigDecimal price;

  private double grossWeight;
  private boolean recyclable;
  private boolean lowFat;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Category category;

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Product() {}

  public Product(
      int id,
      String name,
      @Nullable String brand,
      long sku,
      BigDecimal price,
      double grossWeight,
      boolean recyclable,
      boolean lowFat,
      Category category) {
    this.id = id;
    this.name = name;
    this.brand = brand;
    this.sku = sku;
    this.price = price;
    this.grossWeight = grossWeight;
    this.recyclable = recyclable;
    this.lowFat = lowFat;
    this.category = category;
  }

  public int getId() {
    return id;
  }

  public int getVersion() {
    return version;
  }

  public String getName() {
    return name;
  }

  public @Nullable String getBrand() {
    return brand;
  }

  public long getSku() {
    return sku;
  }

  public BigDecimal getPrice() {
    return price;
  }

  public void setPrice(BigDecimal price) {
    this.price = price;
  }

  public double getGrossWeight() {
    return grossWeight;
  }

  public boolean isRecyclable() {
    return recyclable;
  }

  public boolean isLowFat() {
    return lowFat;
  }

  public Category getCategory() {
    return category;
  }
}
