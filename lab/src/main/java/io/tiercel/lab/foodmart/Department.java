package io.tiercel.lab.foodmart;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// A department of the company.
@Entity
@Table(name = "department")
public class Department {
  @Id private int id;
  private String name;

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Department() {}

  public Department(int id, String name) {
    this.id = id;
    this.name = name;
  }

  public int getId() {
    return id;
  }

  public String getName() {
    return name;
  }
}
