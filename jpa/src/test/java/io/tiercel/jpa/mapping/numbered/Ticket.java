package io.tiercel.jpa.mapping.numbered;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/// Only read by reflection.
@Entity
public class Ticket {
  @Id @GeneratedValue long id;
}
