package io.tiercel.jpa.query.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToMany;
import java.util.HashSet;
import java.util.Set;

@Entity
public class Tag {
  @Id Integer id = 0;
  String label = "";

  @ManyToMany(mappedBy = "tags")
  Set<Customer> customers = new HashSet<>();
}
