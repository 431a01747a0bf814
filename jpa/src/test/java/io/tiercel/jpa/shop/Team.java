package io.tiercel.jpa.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import org.jspecify.annotations.Nullable;

/// Refers to an employee, who refers to a team: a ring of foreign keys.
@Entity
public class Team {
  @Id private String name = "";

  @ManyToOne(fetch = FetchType.LAZY)
  private @Nullable Employee lead;

  protected Team() {}

  public Team(String name) {
    this.name = name;
  }

  public String getName() {
    return name;
  }

  public @Nullable Employee getLead() {
    return lead;
  }

  public void setLead(@Nullable Employee lead) {
    this.lead = lead;
  }
}
