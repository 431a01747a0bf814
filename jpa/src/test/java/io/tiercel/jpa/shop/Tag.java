package io.tiercel.jpa.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToMany;
import java.util.ArrayList;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Entity
public class Tag {
  @Id
  @GeneratedValue(strategy = GenerationType.UUID)
  private @Nullable UUID id;

  private String label = "";

  @ManyToMany(mappedBy = "tags")
  private Collection<Product> products = new ArrayList<>();

  protected Tag() {}

  public Tag(String label) {
    this.label = label;
  }

  public @Nullable UUID getId() {
    return id;
  }

  public String getLabel() {
    return label;
  }

  public Collection<Product> getProducts() {
    return products;
  }
}
