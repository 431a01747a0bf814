package io.tiercel.jpa;

import io.tiercel.testkit.TestServer;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/// Entities with secondary tables, and what their tests share.
@NullUnmarked // a null where none is expected fails the test by itself
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SecondaryTables {
  @Entity(name = "Person")
  @SecondaryTable(
      name = "person_detail",
      pkJoinColumns = @PrimaryKeyJoinColumn(name = "person_id"),
      indexes = @Index(columnList = "motto"))
  @SecondaryTable(
      name = "person_home",
      uniqueConstraints = @UniqueConstraint(columnNames = {"town", "street"}))
  static class Person {
    @Id @GeneratedValue Long id;
    String name;

    @Column(table = "person_detail")
    String motto;

    @Column(table = "person_detail")
    Integer shoes;

    @Embedded
    @AttributeOverride(name = "town", column = @Column(table = "person_home"))
    @AttributeOverride(name = "street", column = @Column(name = "street", table = "person_home"))
    Home home;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(table = "person_home", name = "landlord")
    Person landlord;

    @OneToMany(mappedBy = "landlord")
    List<Person> tenants = new ArrayList<>();

    Person() {}

    Person(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }

    List<Person> tenants() {
      return tenants;
    }
  }

  @Embeddable
  static class Home {
    String town;
    String street;

    Home() {}

    Home(String town, String street) {
      this.town = town;
      this.street = street;
    }
  }

  @Entity(name = "Account")
  @SecondaryTable(name = "account_note")
  static class Account {
    @Id int id;
    @Version int version;
    String owner;

    @Column(table = "account_note")
    String note;

    @OneToOne
    @JoinColumn(table = "account_note")
    Account successor;

    @OneToOne(mappedBy = "successor")
    Account predecessor;

    Account() {}

    Account(int id) {
      this.id = id;
    }
  }

  @Embeddable
  record CellId(int line, int place) {}

  @Entity(name = "Cell")
  @SecondaryTable(
      name = "cell_text",
      pkJoinColumns = {
        @PrimaryKeyJoinColumn(name = "p", referencedColumnName = "place"),
        @PrimaryKeyJoinColumn(name = "l", referencedColumnName = "line")
      })
  static class Cell {
    @EmbeddedId CellId id;

    @Column(table = "cell_text")
    String text;
  }

  @Entity(name = "Shape")
  @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
  @SecondaryTable(name = "shape_label")
  abstract static class Shape {
    @Id int id;

    @Column(table = "shape_label")
    String label;
  }

  @Entity(name = "Circle")
  @DiscriminatorValue("C")
  @SecondaryTable(name = "circle_data")
  static class Circle extends Shape {
    @Column(table = "circle_data")
    double radius;

    @Column(table = "shape_label")
    String colour;
  }

  @Entity(name = "Square")
  @DiscriminatorValue("S")
  static class Square extends Shape {
    Integer side;
  }

  @Entity(name = "Plant")
  @Inheritance(strategy = InheritanceType.JOINED)
  @SecondaryTable(name = "plant_label")
  static class Plant {
    @Id int id;
    @Version int version;

    @Column(table = "plant_label")
    String label;
  }

  @Entity(name = "Tree")
  @SecondaryTable(name = "tree_data")
  static class Tree extends Plant {
    Integer height;

    @Column(table = "tree_data")
    String wood;
  }

  static final Class<?>[] CLASSES = {
    Person.class,
    Home.class,
    Account.class,
    Cell.class,
    CellId.class,
    Shape.class,
    Circle.class,
    Square.class,
    Plant.class,
    Tree.class
  };

  TestUnit unit;

  TestServer server() {
    return TestServer.v18();
  }

  @BeforeAll
  void open() {
    unit = TestUnit.on(server(), CLASSES);
  }

  @AfterAll
  void close() {
    if (unit != null) {
      unit.close();
    }
  }

  @BeforeEach
  void empty() {
    unit.factory().getSchemaManager().truncate();
  }

  Long persist(Person person) {
    unit.inTransaction(manager -> manager.persist(person));
    return person.id;
  }

  String text(String sql) {
    return String.valueOf(unit.value(sql));
  }

  int execute(String jpql) {
    return unit.query(manager -> manager.createQuery(jpql).executeUpdate());
  }

  void change(Long id, java.util.function.Consumer<Person> change) {
    unit.inTransaction(manager -> change.accept(manager.find(Person.class, id)));
  }
}
