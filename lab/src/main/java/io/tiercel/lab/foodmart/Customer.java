package io.tiercel.lab.foodmart;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Table;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/// Somebody with an account; what marketing knows of them is in the [CustomerProfile].
@Entity
@Table(name = "customer")
public class Customer {
  @Id private int id;
  private long accountNumber;
  private String firstName;
  private String lastName;
  @Embedded private Address address;
  private String phone;

  @Enumerated(EnumType.STRING)
  private MemberCard memberCard;

  private LocalDate accountOpenedOn;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Region region;

  @OneToOne(fetch = FetchType.LAZY, optional = false, cascade = CascadeType.ALL)
  private CustomerProfile profile;

  @OneToMany(mappedBy = "customer")
  private List<SalesOrder> orders = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Customer() {}

  public Customer(
      int id,
      long accountNumber,
      String firstName,
      String lastName,
      Address address,
      String phone,
      MemberCard memberCard,
      LocalDate accountOpenedOn,
      Region region,
      CustomerProfile profile) {
    this.id = id;
    this.accountNumber = accountNumber;
    this.firstName = firstName;
    this.lastName = lastName;
    this.address = address;
    this.phone = phone;
    this.memberCard = memberCard;
    this.accountOpenedOn = accountOpenedOn;
    this.region = region;
    this.profile = profile;
  }

  public int getId() {
    return id;
  }

  public long getAccountNumber() {
    return accountNumber;
  }

  public String getFirstName() {
    return firstName;
  }

  public String getLastName() {
    return lastName;
  }

  public Address getAddress() {
    return address;
  }

  public String getPhone() {
    return phone;
  }

  public MemberCard getMemberCard() {
    return memberCard;
  }

  public LocalDate getAccountOpenedOn() {
    return accountOpenedOn;
  }

  public Region getRegion() {
    return region;
  }

  public CustomerProfile getProfile() {
    return profile;
  }

  public List<SalesOrder> getOrders() {
    return orders;
  }
}
