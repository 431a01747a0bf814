package io.tiercel.lab.foodmart;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A node of the product tree: family, department, category, subcategory; products hang on
/// the last.
@Entity
@Table(name = "category")
public class Category {
  /// The ranks of the tree, from the top.
  public enum Rank {
    FAMILY,
    DEPARTMENT,
    CATEGORY,
    SUBCATEGORY
  }

  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "category_seq")
  @SequenceGenerator(name = "category_seq", sequenceName = "category_seq", allocationSize = 50)
  private @Nullable Long id;

  private String name;

  @Enumerated(EnumType.STRING)
  private Rank rank;

  @ManyToOne(fetch = FetchType.LAZY)
  private @Nullable Category parent;

  @OneToMany(mappedBy = "parent", cascade = CascadeType.PERSIST)
  private List<Category> children = new ArrayList<>();

  @OneToMany(mappedBy = "category")
  private List<Product> products = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Category() {}

  public Category(String name, Rank rank) {
    this.name = name;
    this.rank = rank;
  }

  public Category addChild(String childName, Rank childRank) {
    var child = new Category(childName, childRank);
    child.parent = this;
    children.add(child);
    return child;
  }

  public @Nullable Long getId() {
    return id;
  }

  public String getName() {
    return name;
  }

  public Rank getRank() {
    return rank;
  }

  public @Nullable Category getParent() {
    return parent;
  }

  public List<Category> getChildren() {
    return children;
  }

  public List<Product> getProducts() {
    return products;
  }
}
