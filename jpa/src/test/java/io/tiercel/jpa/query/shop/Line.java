package io.tiercel.jpa.query.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

@Entity
public class Line {
  @Id Long id = 0L;
  @ManyToOne @Nullable Order order;
  @ManyToOne @Nullable Product product;
  int quantity;
  @Nullable BigDecimal price;
}
