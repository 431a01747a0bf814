package io.tiercel.jpa.mapping.reading;

import static io.tiercel.jpa.mapping.reading.Mappings.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.mapping.EntityMapping;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.DiscriminatorType;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.Table;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// What the mapping tells of hierarchies (Jakarta Persistence 3.2, sections 2.12 and 2.13).
@NullUnmarked // a null where none is expected fails the test by itself
class InheritanceMappingTest {

  @Entity
  abstract static class Animal {
    @Id int id;
    String name;
  }

  @MappedSuperclass
  abstract static class Mammal extends Animal {
    int legs;
  }

  @Entity
  static class Dog extends Mammal {
    String trick;
  }

  @Entity
  static class Puppy extends Dog {
    int weeks;
  }

  private final UnitMapping unit =
      Mappings.unit(Animal.class, Mammal.class, Dog.class, Puppy.class);

  @Test
  void a_mapping_knows_what_is_above_and_below() {
    EntityMapping animal = unit.entity(Animal.class);
    EntityMapping dog = unit.entity(Dog.class);
    EntityMapping puppy = unit.entity(Puppy.class);
    assertNull(animal.superType());
    assertSame(animal, dog.superType());
    assertSame(animal, puppy.root());
    assertEquals(List.of(dog), animal.subtypes());
    assertEquals(List.of(animal, dog, puppy), animal.withSubtypes());
    assertEquals(List.of(dog, puppy), animal.concreteTypes());
    assertTrue(puppy.isA(animal));
    assertFalse(animal.isA(puppy));
    assertTrue(dog.declares(dog.attribute("legs")));
    assertFalse(puppy.declares(puppy.attribute("legs")));
  }

  @Test
  void the_row_of_a_subclass_begins_with_that_of_its_superclass() {
    EntityMapping animal = unit.entity(Animal.class);
    EntityMapping puppy = unit.entity(Puppy.class);
    assertEquals(
        List.of("id", "dtype", "name", "legs", "trick", "weeks"), Mappings.columnNames(puppy));
    assertEquals(animal.columns(), puppy.columns().subList(0, animal.columns().size()));
    assertSame(animal.attribute("name"), puppy.attribute("name"));
  }

  @Entity
  @Table(name = "ants")
  static class Ant extends Animal {}

  @Entity
  @Table(name = "animal", comment = "the same table")
  static class Bee extends Animal {}

  @Entity
  @DiscriminatorColumn(name = "kind")
  static class Wasp extends Animal {}

  @Entity
  @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
  static class Growth {
    @Id int id;
  }

  @Entity
  static class Linden extends Growth {}

  @Entity
  static class Garden {
    @Id int id;

    @OneToMany
    @JoinColumn(name = "garden")
    List<Growth> plants;
  }

  @Entity
  static class Avenue {
    @Id int id;

    @OneToMany
    @JoinColumn(name = "avenue")
    List<Linden> lindens;
  }

  private static String passedOver(Class<?> entity, Class<?> root) {
    EntityMapping mapping = Mappings.of(entity, root);
    return String.join(
        "; ", SubclassTables.passedOver(entity, mapping.inheritance(), mapping.root().table()));
  }

  @Test
  void another_table_named_by_a_subclass_in_a_single_table_is_passed_over_and_told_of() {
    String told = passedOver(Ant.class, Animal.class);
    assertTrue(told.contains("Ant: its @Table names ants, but a SINGLE_TABLE"), told);
    assertTrue(told.contains("the table of its root, animal"), told);
    assertEquals("animal", Mappings.of(Ant.class, Animal.class).table().name());
    assertEquals("", passedOver(Bee.class, Animal.class));
  }

  @Test
  void a_discriminator_column_below_the_root_is_passed_over_and_told_of() {
    String told = passedOver(Wasp.class, Animal.class);
    assertTrue(told.contains("Wasp: its @DiscriminatorColumn is passed over"), told);
    assertTrue(told.contains(Animal.class.getName()), told);
    var discriminator = Mappings.of(Wasp.class, Animal.class).inheritance().discriminator();
    assertEquals("dtype", java.util.Objects.requireNonNull(discriminator).name());
  }

  @Test
  void a_foreign_key_cannot_stand_in_the_tables_of_several_classes() {
    String message = refusal(Garden.class, Growth.class, Linden.class);
    assertTrue(message.contains("Garden.plants: its foreign key would stand in"), message);
    // One class without subclasses has one table.
    assertFalse(Mappings.of(Avenue.class, Growth.class, Linden.class).attributes().isEmpty());
  }

  @Test
  void a_plain_entity_is_stored_as_if_there_were_no_inheritance() {
    @Entity
    class Alone {
      @Id int id;
    }

    EntityMapping alone = Mappings.of(Alone.class);
    assertEquals(List.of("id"), Mappings.columnNames(alone));
    assertEquals(1, alone.tables().size());
    assertEquals(1, alone.layout().width());
  }

  @Entity
  static class Plant {
    @Id int id;
  }

  @Entity
  static class PlantOfTheOrderOfTheBromeliadsAndTheirKin extends Plant {}

  private static String discriminator(EntityMapping mapping) {
    return Objects.requireNonNull(mapping.inheritance().discriminator()).sqlType();
  }

  @Test
  void a_discriminator_has_room_for_the_longest_name() {
    Class<?> longest = PlantOfTheOrderOfTheBromeliadsAndTheirKin.class;
    assertEquals(
        "varchar(%d)".formatted(longest.getSimpleName().length()),
        discriminator(Mappings.of(Plant.class, longest)));
    assertEquals("varchar(31)", discriminator(unit.entity(Animal.class)));
  }

  @Entity
  @DiscriminatorColumn(discriminatorType = DiscriminatorType.CHAR)
  static class Beast {
    @Id int id;
  }

  @Entity
  static class Bear extends Beast {}

  @Entity
  @DiscriminatorValue("long")
  static class Wolf extends Beast {}

  @Entity
  @DiscriminatorValue("I")
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Bird extends Beast {}

  @Entity
  static class Cat extends Beast {
    @Id int second;
  }

  @Entity
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Tree {
    @Id int id;
  }

  @Entity
  @PrimaryKeyJoinColumn(name = "a")
  @PrimaryKeyJoinColumn(name = "b")
  static class Oak extends Tree {}

  @Entity
  @DiscriminatorColumn(discriminatorType = DiscriminatorType.INTEGER)
  static class Rock {
    @Id int id;
  }

  @Entity
  @DiscriminatorValue("one")
  static class Granite extends Rock {}

  @Test
  void what_contradicts_itself_is_refused_and_named() {
    assertTrue(
        refusal(Bear.class, Beast.class).contains("its discriminator value \"B\" is that of"));
    assertTrue(refusal(Wolf.class, Beast.class).contains("\"long\" is no single character"));
    assertTrue(refusal(Bird.class, Beast.class).contains("it asks for JOINED, but its root"));
    assertTrue(refusal(Cat.class, Beast.class).contains("the entity inherits the id id"));
    assertTrue(refusal(Oak.class, Tree.class).contains("is joined by 2 columns"));
    assertTrue(refusal(Granite.class, Rock.class).contains("\"one\" is no integer"));
  }
}
