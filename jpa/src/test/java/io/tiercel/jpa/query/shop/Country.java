package io.tiercel.jpa.query.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Country {
  @Id String code = "";
  String name = "";
}
