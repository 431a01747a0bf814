package io.tiercel.jpa.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Entity
public class Employee {
  @Id private int number;

  private String name = "";

  @ManyToOne(fetch = FetchType.LAZY)
  private @Nullable Employee manager;

  @ManyToOne(fetch = FetchType.LAZY)
  private @Nullable Team team;

  @OneToMany
  @JoinColumn(name = "mentor_number")
  private List<Employee> mentored = new ArrayList<>();

  protected Employee() {}

  public Employee(int number, String name) {
    this.number = number;
    this.name = name;
  }

  public int getNumber() {
    return number;
  }

  public String getName() {
    return name;
  }

  public @Nullable Employee getManager() {
    return manager;
  }

  public void setManager(@Nullable Employee manager) {
    this.manager = manager;
  }

  public @Nullable Team getTeam() {
    return team;
  }

  public void setTeam(@Nullable Team team) {
    this.team = team;
  }

  public List<Employee> getMentored() {
    return mentored;
  }
}
