package io.tiercel.lab.foodmart;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// What marketing asked a customer; apart, because the till never needs it.
@Entity
@Table(name = "customer_profile")
public class CustomerProfile {
  @Id private int id;
  private LocalDate bornOn;

  @Enumerated(EnumType.STRING)
  private Gender gender;

  private boolean married;
  private String yearlyIncome;
  private String education;
  private @Nullable String occupation;
  private int children;
  private boolean houseOwner;

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected CustomerProfile() {}

  public CustomerProfile(
      int id,
      LocalDate bornOn,
      Gender gender,
      boolean married,
      String yearlyIncome,
      String education,
      @Nullable String occupation,
      int children,
      boolean houseOwner) {
    this.id = id;
    this.bornOn = bornOn;
    this.gender = gender;
    this.married = married;
    this.yearlyIncome = yearlyIncome;
    this.education = education;
    this.occupation = occupation;
    this.children = children;
    this.houseOwner = houseOwner;
  }

  public int getId() {
    return id;
  }

  public LocalDate getBornOn() {
    return bornOn;
  }

  public Gender getGender() {
    return gender;
  }

  public boolean isMarried() {
    return married;
  }

  public String getYearlyIncome() {
    return yearlyIncome;
  }

  public String getEducation() {
    return education;
  }

  public @Nullable String getOccupation() {
    return occupation;
  }

  public int getChildren() {
    return children;
  }

  public boolean isHouseOwner() {
    return houseOwner;
  }
}
