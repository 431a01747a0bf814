package io.tiercel.lab.foodmart;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/// A sales region: the city a store or a customer belongs to, in its district.
@Entity
@Table(name = "region")
public class Region {
  @Id private int id;
  private String city;
  private @Nullable String state;
  private String district;
  private String name;
  private String country;

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Region() {}

  public Region(
      int id, String city, @Nullable String state, String district, String name, String country) {
    this.id = id;
    this.city = city;
    this.state = state;
    this.district = district;
    this.name = name;
    this.country = country;
  }

  public int getId() {
    return id;
  }

  public String getCity() {
    return city;
  }

  public @Nullable String getState() {
    return state;
  }

  public String getDistrict() {
    return district;
  }

  public String getName() {
    return name;
  }

  public String getCountry() {
    return country;
  }
}
