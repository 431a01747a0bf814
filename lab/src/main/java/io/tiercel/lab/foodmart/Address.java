package io.tiercel.lab.foodmart;

import jakarta.persistence.Embeddable;
import org.jspecify.annotations.Nullable;

/// Where a customer lives or a store stands.
@Embeddable
public class Address {
  private @Nullable String street;
  private @Nullable String city;
  private @Nullable String state;
  private @Nullable String postalCode;
  private @Nullable String country;

  protected Address() {}

  public Address(
      @Nullable String street,
      @Nullable String city,
      @Nullable String state,
      @Nullable String postalCode,
      @Nullable String country) {
    this.street = street;
    this.city = city;
    this.state = state;
    this.postalCode = postalCode;
    this.country = country;
  }

  public @Nullable String getStreet() {
    return street;
  }

  public @Nullable String getCity() {
    return city;
  }

  public @Nullable String getState() {
    return state;
  }

  public @Nullable String getPostalCode() {
    return postalCode;
  }

  public @Nullable String getCountry() {
    return country;
  }
}
