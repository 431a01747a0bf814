package io.tiercel.lab.chinook;

import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Somebody who buys music.
@Entity
@Table(name = "customer")
public class Customer {
  @Id private int id;

  private String firstName;

  private String lastName;

  private @Nullable String company;

  @Embedded private Address address;

  private String email;

  @ManyToOne(fetch = FetchType.LAZY)
  private @Nullable Employee supportAgent;

  @OneToMany(mappedBy = "customer")
  private List<Invoice> invoices = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Customer() {}

  public Customer(
      int id,
      String firstName,
      String lastName,
      @Nullable String company,
      Address address,
      String email,
      @Nullable Employee supportAgent) {
    this.id = id;
    this.firstName = firstName;
    this.lastName = lastName;
    this.company = company;
    this.address = address;
    this.email = email;
    this.supportAgent = supportAgent;
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

  public @Nullable String getCompany() {
    return company;
  }

  public Address getAddress() {
    return address;
  }

  public String getEmail() {
    return email;
  }

  public @Nullable Employee getSupportAgent() {
    return supportAgent;
  }

  public List<Invoice> getInvoices() {
    return invoices;
  }
}
