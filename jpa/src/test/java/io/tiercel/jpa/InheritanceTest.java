package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.AssociationOverride;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.DiscriminatorType;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.Table;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Discriminators, keys and overrides of hierarchies (Jakarta Persistence 3.2, sections 2.12, 2.13,
/// 11.1.12, 11.1.13, 11.1.46).
@NullUnmarked // a null where none is expected fails the test by itself
class InheritanceTest {

  @Entity(name = "Shape")
  @DiscriminatorColumn(name = "kind", discriminatorType = DiscriminatorType.CHAR)
  static class Shape {
    @Id int id;
    String label;

    @Column(name = "kind", insertable = false, updatable = false)
    Character kind;

    protected Shape() {}

    Shape(int id) {
      this.id = id;
    }
  }

  @Entity(name = "Circle")
  @DiscriminatorValue("O")
  static class Circle extends Shape {
    double radius;

    protected Circle() {}

    Circle(int id, double radius) {
      super(id);
      this.radius = radius;
    }
  }

  @Test
  void a_discriminator_of_one_character_may_be_read_as_an_attribute() {
    try (TestUnit unit = TestUnit.of(Shape.class, Circle.class)) {
      unit.inTransaction(
          manager -> {
            manager.persist(new Shape(1));
            manager.persist(new Circle(2, 1.5));
          });
      assertEquals("S,O", unit.value("select string_agg(kind, ',' order by id) from shape"));
      unit.inTransaction(
          manager -> {
            Shape found = manager.find(Shape.class, 2);
            assertSame(Circle.class, found.getClass());
            assertEquals('O', found.kind);
            assertEquals(1.5, ((Circle) found).radius);
          });
    }
  }

  @Test
  void an_unknown_discriminator_is_an_error_that_names_row_column_and_known_values() {
    try (TestUnit unit = TestUnit.of(Shape.class, Circle.class)) {
      unit.sql("insert into shape (id, kind) values (7, 'X')");
      PersistenceException failure =
          assertThrows(
              PersistenceException.class,
              () -> unit.inTransaction(manager -> manager.find(Shape.class, 7)));
      String message = failure.getMessage();
      assertTrue(message.contains("cannot tell the class of Shape#7"), message);
      assertTrue(message.contains("column shape.kind holds \"X\""), message);
      assertTrue(message.contains("\"O\" (Circle)") && message.contains("\"S\" (Shape)"), message);
    }
  }

  @Test
  void a_native_query_gives_instances_of_the_real_classes() {
    try (TestUnit unit = TestUnit.of(Shape.class, Circle.class)) {
      unit.inTransaction(
          manager -> {
            manager.persist(new Shape(1));
            manager.persist(new Circle(2, 1.5));
          });
      List<?> found =
          unit.query(
              manager ->
                  manager
                      .createNativeQuery("select * from shape order by id", Shape.class)
                      .getResultList());
      assertEquals(
          List.of(Shape.class, Circle.class), found.stream().map(Object::getClass).toList());
    }
  }

  @Entity(name = "Party")
  @Inheritance(strategy = InheritanceType.JOINED)
  @DiscriminatorColumn(name = "party_type", discriminatorType = DiscriminatorType.INTEGER)
  abstract static class Party {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    long id;

    String name;
  }

  @Entity(name = "Person")
  @DiscriminatorValue("1")
  @PrimaryKeyJoinColumn(name = "party_id")
  static class Person extends Party {
    int age;

    @ManyToOne Company employer;

    protected Person() {}

    Person(String name, int age, Company employer) {
      this.name = name;
      this.age = age;
      this.employer = employer;
    }
  }

  @Entity(name = "Company")
  @DiscriminatorValue("2")
  @Table(name = "firms")
  @PrimaryKeyJoinColumn(name = "firm_id", referencedColumnName = "id")
  static class Company extends Party {
    @ManyToOne Person boss;

    protected Company() {}

    Company(String name) {
      this.name = name;
    }
  }

  @Test
  void joined_tables_have_keys_of_their_own_names_and_foreign_keys_refer_to_them() {
    try (TestUnit unit = TestUnit.of(Party.class, Person.class, Company.class)) {
      unit.inTransaction(
          manager -> {
            var company = new Company("Acme");
            var person = new Person("Ann", 40, company);
            company.boss = person;
            manager.persist(person);
            manager.persist(company);
          });
      assertEquals("1,2", types(unit));
      assertEquals(
          "firms.firm_id,party.id",
          unit.value(
              """
              select string_agg(distinct confrelid::regclass || '.' || attname, ',')
              from pg_constraint join pg_attribute
                on attrelid = confrelid and attnum = any(confkey)
              where contype = 'f' and conrelid = 'person'::regclass\
              """));
      unit.inTransaction(
          manager -> {
            Party found =
                manager
                    .createQuery("from Party p where p.name = 'Ann'", Party.class)
                    .getSingleResult();
            assertEquals("Acme", ((Person) found).employer.name);
            assertSame(found, ((Person) found).employer.boss);
          });
      unit.inTransaction(
          manager ->
              manager
                  .createQuery("from Party", Party.class)
                  .getResultList()
                  .forEach(manager::remove));
      assertEquals(0L, unit.value("select count(*) from party"));
    }
  }

  private static Object types(TestUnit unit) {
    return unit.value("select string_agg(party_type::text, ',' order by party_type) from party");
  }

  @Test
  void an_update_touches_only_the_tables_that_changed() {
    try (TestUnit unit = TestUnit.of(Party.class, Person.class, Company.class)) {
      unit.inTransaction(manager -> manager.persist(new Person("Ann", 40, null)));
      List<String> statements =
          unit.statements(() -> unit.inTransaction(manager -> person(manager).age++));
      assertTrue(statements.stream().anyMatch(sql -> sql.contains("update person ")));
      assertTrue(statements.stream().noneMatch(sql -> sql.contains("update party ")));
      statements = unit.statements(() -> unit.inTransaction(manager -> person(manager).name = "B"));
      assertTrue(statements.stream().noneMatch(sql -> sql.contains("update person ")));
      assertTrue(statements.stream().anyMatch(sql -> sql.contains("update party ")));
    }
  }

  private static Person person(EntityManager manager) {
    return manager.createQuery("from Person", Person.class).getSingleResult();
  }

  /// A key of two columns.
  record PlaceId(int country, int number) {}

  @Entity(name = "Place")
  @IdClass(PlaceId.class)
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Place {
    @Id int country;
    @Id int number;
    String name;

    protected Place() {}

    Place(int country, int number) {
      this.country = country;
      this.number = number;
    }
  }

  @Entity(name = "City")
  static class City extends Place {
    int people;

    @ManyToOne Place near;

    protected City() {}

    City(int country, int number, Place near) {
      super(country, number);
      this.near = near;
    }
  }

  @Test
  void joined_tables_may_have_keys_of_several_columns() {
    try (TestUnit unit = TestUnit.of(Place.class, City.class)) {
      unit.inTransaction(
          manager -> {
            var place = new Place(1, 1);
            manager.persist(place);
            manager.persist(new City(1, 2, place));
            manager.persist(new City(1, 3, place));
          });
      unit.inTransaction(
          manager -> {
            Place found = manager.find(Place.class, new PlaceId(1, 2));
            assertSame(City.class, found.getClass());
            assertSame(Place.class, ((City) found).near.getClass());
            assertNull(manager.find(City.class, new PlaceId(1, 1)));
            ((City) found).people = 5;
          });
      unit.inTransaction(
          manager ->
              assertEquals(
                  2,
                  manager
                      .createQuery("update City c set c.people = c.people + 1, c.name = 'x'")
                      .executeUpdate()));
      assertEquals(7L, unit.value("select sum(people) from city"));
      unit.inTransaction(manager -> manager.remove(manager.find(Place.class, new PlaceId(1, 3))));
      assertEquals(1L, unit.value("select count(*) from city"));
    }
  }

  /// Its attributes are those of each entity below, with its own types and columns.
  @MappedSuperclass
  abstract static class Valued<T extends Comparable<T>> extends Base {
    T worth;

    @ManyToOne Base other;
  }

  @Entity(name = "Base")
  abstract static class Base {
    @Id int id;
  }

  @Entity(name = "Text")
  @AttributeOverride(name = "worth", column = @Column(name = "text_worth"))
  @AssociationOverride(name = "other", joinColumns = @JoinColumn(name = "text_other"))
  static class Text extends Valued<String> {}

  @Entity(name = "Count")
  static class Count extends Valued<Integer> {}

  @Test
  void a_generic_mapped_superclass_between_entities_is_overridden_by_each() {
    try (TestUnit unit = TestUnit.of(Base.class, Valued.class, Text.class, Count.class)) {
      unit.inTransaction(
          manager -> {
            var text = new Text();
            text.id = 1;
            text.worth = "gold";
            manager.persist(text);
            var count = new Count();
            count.id = 2;
            count.worth = 5;
            count.other = text;
            manager.persist(count);
          });
      assertEquals("gold", unit.value("select text_worth from base where id = 1"));
      assertEquals(5, unit.value("select worth from base where id = 2"));
      unit.inTransaction(
          manager -> {
            Count count = (Count) manager.find(Base.class, 2);
            assertEquals(5, count.worth);
            assertEquals("gold", ((Text) count.other).worth);
          });
    }
  }
}
