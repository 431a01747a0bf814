package io.tiercel.jpa.query.shop;

import jakarta.persistence.Embeddable;
import org.jspecify.annotations.Nullable;

@Embeddable
public class Address {
  @Nullable String city;
}
