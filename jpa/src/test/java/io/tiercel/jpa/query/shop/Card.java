package io.tiercel.jpa.query.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OneToOne;
import org.jspecify.annotations.Nullable;

@Entity
public class Card {
  @Id Long id = 0L;
  String number = "";
  @OneToOne @Nullable Customer customer;
}
