package io.tiercel.lab.foodmart;

import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// A store, or headquarters (id 0).
@Entity
@Table(name = "store")
public class Store {
  @Id private int id;
  private String name;
  private String type;
  @Embedded private Address address;
  private @Nullable LocalDate openedOn;
  private @Nullable Integer squareFeet;
  private boolean coffeeBar;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Region region;

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Store() {}

  public Store(int id, String name, String type, Address address, Region region) {
    this.id = id;
    this.name = name;
    this.type = type;
    this.address = address;
    this.region = region;
  }

  /// What is not known of every store: headquarters never opened, for one.
  public void furnish(@Nullable LocalDate opened, @Nullable Integer area, boolean hasCoffeeBar) {
    this.openedOn = opened;
    this.squareFeet = area;
    this.coffeeBar = hasCoffeeBar;
  }

  public int getId() {
    return id;
  }

  public String getName() {
    return name;
  }

  public String getType() {
    return type;
  }

  public Address getAddress() {
    return address;
  }

  public @Nullable LocalDate getOpenedOn() {
    return openedOn;
  }

  public @Nullable Integer getSquareFeet() {
    return squareFeet;
  }

  public boolean hasCoffeeBar() {
    return coffeeBar;
  }

  public Region getRegion() {
    return region;
  }
}
