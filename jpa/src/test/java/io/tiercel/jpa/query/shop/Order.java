package io.tiercel.jpa.query.shop;

import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "orders")
public class Order {
  @Id Long id = 0L;
  @Nullable UUID reference;
  @ManyToOne @Nullable Customer customer;

  @Enumerated(EnumType.STRING)
  @Nullable Status status;

  @Enumerated @Nullable Priority priority;
  @Nullable LocalDate placed;
  @Nullable Instant shipped;
  @Nullable BigDecimal total;

  @Convert(converter = YesNo.class)
  boolean gift;

  @OneToMany(mappedBy = "order")
  List<Line> lines = List.of();

  public enum Status {
    OPEN,
    PAID,
    SHIPPED
  }
}
