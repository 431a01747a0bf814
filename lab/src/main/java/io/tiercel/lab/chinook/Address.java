package io.tiercel.lab.chinook;

import jakarta.persistence.Embeddable;
import org.jspecify.annotations.Nullable;

/// Where somebody lives, or where an invoice goes.
@Embeddable
public class Address {
  private @Nullable String street;

  private @Nullable String city;

  private @Nullable String state;

  private @Nullable String country;

  private @Nullable String postalCode;

  protected Address() {}

  public Address(
      @Nullable String street,
      @Nullable String city,
      @Nullable String state,
      @Nullable String country,
      @Nullable String postalCode) {
    this.street = street;
    this.city = city;
    this.state = state;
    this.country = country;
    this.postalCode = postalCode;
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

  public @Nullable String getCountry() {
    return country;
  }

  public @Nullable String getPostalCode() {
    return postalCode;
  }
}
