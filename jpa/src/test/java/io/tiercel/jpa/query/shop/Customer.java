package io.tiercel.jpa.query.shop;

import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Version;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

@Entity
public class Customer {
  @Id Long id = 0L;
  @Version int version;
  String name = "";
  boolean active;
  @Embedded @Nullable Address address;
  @ManyToOne @Nullable Country country;

  @OneToMany(mappedBy = "customer")
  List<Order> orders = List.of();

  @ManyToMany Set<Tag> tags = new HashSet<>();

  @OneToOne(mappedBy = "customer")
  @Nullable Card card;
}
