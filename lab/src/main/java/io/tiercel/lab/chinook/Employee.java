package io.tiercel.lab.chinook;

import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Somebody who works for the shop, under a supervisor who does too.
@Entity
@Table(name = "employee")
public class Employee {
  @Id private int id;

  private String firstName;

  private String lastName;

  private @Nullable String title;

  private LocalDate hiredOn;

  @Embedded private Address address;

  @ManyToOne(fetch = FetchType.LAZY)
  private @Nullable Employee supervisor;

  @OneToMany(mappedBy = "supervisor")
  private List<Employee> reports = new ArrayList<>();

  @OneToMany(mappedBy = "supportAgent")
  private List<Customer> customers = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Employee() {}

  public Employee(
      int id,
      String firstName,
      String lastName,
      @Nullable String title,
      LocalDate hiredOn,
      Address address,
      @Nullable Employee supervisor) {
    this.id = id;
    this.firstName = firstName;
    this.lastName = lastName;
    this.title = title;
    this.hiredOn = hiredOn;
    this.address = address;
    this.supervisor = supervisor;
  }

  public int getId() {
    return id;
  }

  public String getFirstName() {
    return firstName;
  }

  public String getLastName() {
    return lastName;
  }

  public @Nullable String getTitle() {
    return title;
  }

  public LocalDate getHiredOn() {
    return hiredOn;
  }

  public Address getAddress() {
    return address;
  }

  public @Nullable Employee getSupervisor() {
    return supervisor;
  }

  public List<Employee> getReports() {
    return reports;
  }

  public List<Customer> getCustomers() {
    return customers;
  }
}
