package io.tiercel.lab.foodmart;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Somebody who works for the company, under a supervisor who does too.
@Entity
@Table(name = "employee")
public class Employee {
  @Id private int id;
  private String name;
  private LocalDate bornOn;
  private @Nullable LocalDate hiredOn;

  @Enumerated(EnumType.STRING)
  private Gender gender;

  @Column(precision = 10, scale = 4)
  private BigDecimal salary;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Position position;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Department department;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Store store;

  @ManyToOne(fetch = FetchType.LAZY)
  private @Nullable Employee supervisor;

  @OneToMany(mappedBy = "supervisor")
  private List<Employee> reports = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Employee() {}

  public Employee(
      int id,
      String name,
      LocalDate bornOn,
      @Nullable LocalDate hiredOn,
      Gender gender,
      BigDecimal salary) {
    this();
    this.id = id;
    this.name = name;
    this.bornOn = bornOn;
    this.hiredOn = hiredOn;
    this.gender = gender;
    this.salary = salary;
  }

  /// Says what the work is, where, and for whom; null for the one at the top.
  public void assign(Position work, Department unit, Store place, @Nullable Employee boss) {
    this.position = work;
    this.department = unit;
    this.store = place;
    this.supervisor = boss;
  }

  public int getId() {
    return id;
  }

  public String getName() {
    return name;
  }

  public LocalDate getBornOn() {
    return bornOn;
  }

  public @Nullable LocalDate getHiredOn() {
    return hiredOn;
  }

  public Gender getGender() {
    return gender;
  }

  public BigDecimal getSalary() {
    return salary;
  }

  public Position getPosition() {
    return position;
  }

  public Department getDepartment() {
    return department;
  }

  public Store getStore() {
    return store;
  }

  public @Nullable Employee getSupervisor() {
    return supervisor;
  }

  public List<Employee> getReports() {
    return reports;
  }
}
