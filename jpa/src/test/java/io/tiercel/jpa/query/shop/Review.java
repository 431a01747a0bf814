package io.tiercel.jpa.query.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Review {
  @Id Long id = 0L;
  int stars;
}
