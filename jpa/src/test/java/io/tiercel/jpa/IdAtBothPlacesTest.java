package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKey;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Temporal;
import jakarta.persistence.TemporalType;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// An id that is annotated at its field and at its getter (Jakarta Persistence 3.2, section 2.3.1,
/// leaves open what that means): the getters tell the mapping.
@NullUnmarked // a null where none is expected fails the test by itself
@SuppressWarnings("deprecation") // @Temporal at a field is part of the case
class IdAtBothPlacesTest {
  @Entity(name = "Sailor")
  static class Sailor {
    @Id private int number;
    private String surname;

    @Temporal(TemporalType.DATE)
    private Date signedOn;

    private Ship ship;

    @Id
    @Column(name = "nr")
    public int getNumber() {
      return number;
    }

    public void setNumber(int number) {
      this.number = number;
    }

    @Column(name = "last_name")
    public String getSurname() {
      return surname;
    }

    public void setSurname(String surname) {
      this.surname = surname;
    }

    public Date getSignedOn() {
      return signedOn;
    }

    public void setSignedOn(Date signedOn) {
      this.signedOn = signedOn;
    }

    @ManyToOne
    public Ship getShip() {
      return ship;
    }

    public void setShip(Ship ship) {
      this.ship = ship;
    }
  }

  @Entity(name = "Ship")
  static class Ship {
    private int id;
    private Map<String, Sailor> crew = new HashMap<>();

    @Id
    public int getId() {
      return id;
    }

    public void setId(int id) {
      this.id = id;
    }

    @OneToMany(mappedBy = "ship")
    @MapKey(name = "surname")
    public Map<String, Sailor> getCrew() {
      return crew;
    }

    public void setCrew(Map<String, Sailor> crew) {
      this.crew = crew;
    }
  }

  @Test
  void the_getters_tell_columns_and_associations() {
    try (var unit = TestUnit.of(Sailor.class, Ship.class)) {
      unit.inTransaction(
          manager -> {
            var ship = new Ship();
            ship.setId(1);
            manager.persist(ship);
            var sailor = new Sailor();
            sailor.setNumber(7);
            sailor.setSurname("Ahab");
            sailor.setShip(ship);
            manager.persist(sailor);
          });
      assertEquals("Ahab", unit.value("select last_name from sailor where nr = 7"));
      unit.inTransaction(
          manager ->
              assertEquals(7, manager.find(Ship.class, 1).getCrew().get("Ahab").getNumber()));
    }
  }
}
