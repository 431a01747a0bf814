package io.tiercel.jpa.shop;

import jakarta.persistence.Embeddable;
import org.jspecify.annotations.Nullable;

@Embeddable
public class Address {
  private @Nullable String street;
  private @Nullable String city;

  protected Address() {}

  public Address(String street, String city) {
    this.street = street;
    this.city = city;
  }

  public @Nullable String getStreet() {
    return street;
  }

  public @Nullable String getCity() {
    return city;
  }
}
