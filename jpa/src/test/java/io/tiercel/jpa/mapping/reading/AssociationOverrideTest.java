package io.tiercel.jpa.mapping.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import jakarta.persistence.AssociationOverride;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToMany;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What an entity says about the associations of its mapped superclass (Jakarta Persistence 3.2,
/// section 11.1.2).
@SuppressWarnings("NullAway.Init") // never instantiated
class AssociationOverrideTest {
  @MappedSuperclass
  static class Vehicle {
    @Id long id;
    @ManyToOne Garage garage;
    @ManyToMany List<Garage> visited;

    @OneToMany
    @JoinColumn(name = "vehicle_ref")
    List<Garage> owned;
  }

  @Entity
  static class Garage {
    @Id long id;
  }

  @Entity
  @AssociationOverride(
      name = "garage",
      joinColumns = @JoinColumn(name = "home"),
      foreignKey = @jakarta.persistence.ForeignKey(name = "car_home"))
  @AssociationOverride(
      name = "visited",
      joinTable =
          @JoinTable(
              name = "car_visits",
              joinColumns = @JoinColumn(name = "car"),
              inverseJoinColumns = @JoinColumn(name = "place")))
  @AssociationOverride(name = "owned", joinColumns = @JoinColumn(name = "car_ref"))
  static class Car extends Vehicle {}

  @Entity
  static class Bike extends Vehicle {}

  @Entity
  @AssociationOverride(name = "garage", joinTable = @JoinTable(name = "parked"))
  static class Truck extends Vehicle {}

  private static ToManyAttribute toMany(EntityMapping mapping, String name) {
    return assertInstanceOf(ToManyAttribute.class, mapping.attribute(name));
  }

  @Test
  void join_columns_and_their_constraint_are_overridden() {
    EntityMapping car = Mappings.of(Car.class, Garage.class);
    Column home =
        assertInstanceOf(ToOneAttribute.class, car.attribute("garage")).joinColumns().getFirst();
    assertEquals("home", home.name());
    assertNotNull(home.foreignKey());
    assertEquals("car_home", home.foreignKey().name());
    assertEquals("car_ref", toMany(car, "owned").targetColumns().getFirst().name());
  }

  @Test
  void a_join_table_is_overridden() {
    ToManyAttribute.JoinTable visits =
        toMany(Mappings.of(Car.class, Garage.class), "visited").joinTable();
    assertNotNull(visits);
    assertEquals("car_visits", visits.table().name());
    assertEquals("car", visits.ownColumns().getFirst().name());
    assertEquals("place", visits.targetColumns().getFirst().name());
  }

  @Test
  void another_entity_keeps_what_the_superclass_says() {
    EntityMapping bike = Mappings.of(Bike.class, Garage.class);
    assertEquals("vehicle_ref", toMany(bike, "owned").targetColumns().getFirst().name());
    ToManyAttribute.JoinTable visits = toMany(bike, "visited").joinTable();
    assertNotNull(visits);
    assertEquals("bike_garage", visits.table().name());
  }

  @Test
  void a_single_valued_association_is_given_a_join_table() {
    EntityMapping truck = Mappings.of(Truck.class, Garage.class);
    ToOneAttribute garage = assertInstanceOf(ToOneAttribute.class, truck.attribute("garage"));
    assertNotNull(garage.joinTable());
    assertEquals("parked", garage.joinTable().table().name());
    assertEquals(garage.joinTable().table(), garage.joinColumns().getFirst().table());
  }
}
