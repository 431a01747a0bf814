package io.tiercel.jpa.query.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OneToMany;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

@Entity
public class Product {
  @Id Integer id = 0;
  String name = "";
  @Nullable Double weight;
  @Nullable Float score;
  @Nullable Short stock;
  @Nullable Long sold;
  @Nullable BigInteger serial;

  @OneToMany
  @JoinColumn(name = "product_id")
  Set<Review> reviews = new HashSet<>();
}
