package io.tiercel.jpa.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

@Entity
public class Product {
  @Id private String code = "";

  private String name = "";

  private @Nullable BigDecimal price;

  @Version private long version;

  @ManyToMany
  @JoinTable(name = "product_tag")
  private Set<Tag> tags = new HashSet<>();

  protected Product() {}

  public Product(String code, String name, BigDecimal price) {
    this.code = code;
    this.name = name;
    this.price = price;
  }

  public String getCode() {
    return code;
  }

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public @Nullable BigDecimal getPrice() {
    return price;
  }

  public void setPrice(@Nullable BigDecimal price) {
    this.price = price;
  }

  public long getVersion() {
    return version;
  }

  public Set<Tag> getTags() {
    return tags;
  }
}
