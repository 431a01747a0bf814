package io.tiercel.lab.check.node;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.Table;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// An element of a [Crate], by a join table that is read from both sides.
@Entity
@Cacheable
@Table(name = "label")
public class Label {
  @Id private int id;

  @Column(name = "name")
  private String name;

  @ManyToMany(mappedBy = "labels")
  private Set<Crate> crates = new HashSet<>();

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected Label() {}

  String name() {
    return name;
  }

  List<String> crates() {
    return crates.stream().map(crate -> "crate " + crate.id()).sorted().toList();
  }
}
