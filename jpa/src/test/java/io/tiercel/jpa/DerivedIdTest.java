package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Ids that associations give (Jakarta Persistence 3.2, section 2.4.1, with the cases of its
/// examples: parents with a simple id, an id class and an embedded id; children that hold the
/// parent's id as a part or as a whole, by an id class or embedded).
@NullUnmarked // a null where none is expected fails the test by itself
class DerivedIdTest {
  // ---- parents ----

  @Entity(name = "Employee")
  static class Employee {
    @Id @GeneratedValue long id;
    String name;

    @OneToMany(mappedBy = "employee", cascade = CascadeType.ALL)
    List<Dependent> dependents = new ArrayList<>();

    Employee() {}

    Employee(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }
  }

  record PersonId(String first, String last) {}

  @Entity(name = "Person")
  @IdClass(PersonId.class)
  static class Person {
    @Id String first;
    @Id String last;
    int age;

    Person() {}

    Person(String first, String last) {
      this.first = first;
      this.last = last;
    }

    int age() {
      return age;
    }
  }

  @Embeddable
  record HouseId(int plot, String street) {}

  @Entity(name = "House")
  static class House {
    @EmbeddedId HouseId id;
    String colour;

    House() {}

    House(int plot, String street) {
      id = new HouseId(plot, street);
    }
  }

  // ---- children that hold the parent's id as a part of theirs ----

  record DependentId(String name, long employee) {}

  @Entity(name = "Dependent")
  @IdClass(DependentId.class)
  static class Dependent {
    @Id String name;

    @Id
    @ManyToOne(fetch = FetchType.LAZY, cascade = CascadeType.MERGE)
    Employee employee;

    int age;
    @Version int version;

    Dependent() {}

    Dependent(String name, Employee employee) {
      this.name = name;
      this.employee = employee;
    }

    int age() {
      return age;
    }
  }

  @Embeddable
  record PassId(String gate, long holder) {}

  @Entity(name = "Pass")
  static class Pass {
    @EmbeddedId PassId id;

    @MapsId("holder")
    @ManyToOne(cascade = CascadeType.PERSIST)
    Employee employee;

    Pass() {}

    Pass(String gate, Employee employee) {
      id = new PassId(gate, 0);
      this.employee = employee;
    }
  }

  record DogId(String name, PersonId owner) {}

  @Entity(name = "Dog")
  @IdClass(DogId.class)
  static class Dog {
    @Id String name;

    @Id
    @ManyToOne
    @JoinColumn(name = "owner_last", referencedColumnName = "last")
    @JoinColumn(name = "owner_first", referencedColumnName = "first")
    Person owner;
  }

  @Embeddable
  static class CatId {
    String name;
    PersonId owner;

    CatId() {}

    CatId(String name, PersonId owner) {
      this.name = name;
      this.owner = owner;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof CatId that && name.equals(that.name) && owner.equals(that.owner);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  @Entity(name = "Cat")
  static class Cat {
    @EmbeddedId CatId id;

    @MapsId("owner")
    @ManyToOne
    Person owner;
  }

  record RoomId(int floor, HouseId house) {}

  @Entity(name = "Room")
  @IdClass(RoomId.class)
  static class Room {
    @Id int floor;
    @Id @ManyToOne House house;
  }

  /// A child of a child.
  record WindowId(int place, RoomId room) {}

  @Entity(name = "Opening")
  @IdClass(WindowId.class)
  static class Window {
    @Id int place;

    @Id
    @ManyToOne(fetch = FetchType.LAZY)
    Room room;
  }

  // ---- children whose id is the parent's ----

  @Entity(name = "Badge")
  static class Badge {
    @Id
    @OneToOne(cascade = CascadeType.PERSIST)
    Employee employee;

    String colour;

    String colour() {
      return colour;
    }
  }

  @Entity(name = "Locker")
  static class Locker {
    @Id long id;

    @MapsId
    @OneToOne
    @JoinColumn(name = "employee")
    Employee employee;

    String content;

    String content() {
      return content;
    }
  }

  @Entity(name = "History")
  @IdClass(PersonId.class)
  static class History {
    @Id @OneToOne Person patient;
    String text;
  }

  @Entity(name = "Garden")
  static class Garden {
    @EmbeddedId HouseId id;
    @MapsId @OneToOne House house;
  }

  @Entity(name = "Roof")
  static class Roof {
    @Id @OneToOne House house;
    String tiles;
  }

  @Entity(name = "Desk")
  static class Desk {
    @Id long id;
    @OneToOne @PrimaryKeyJoinColumn Employee employee;
  }

  @Entity(name = "Chair")
  static class Chair {
    @Id long id;

    @OneToOne(optional = false)
    @PrimaryKeyJoinColumn
    Employee employee;
  }

  @Entity(name = "Loan")
  static class Loan {
    @Id long id;

    @ManyToOne(fetch = FetchType.LAZY)
    Badge badge;

    @ManyToOne(fetch = FetchType.LAZY)
    Dependent dependent;
  }

  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    var unit =
        new PersistenceConfiguration("derived")
            .provider(TiercelPersistenceProvider.class.getName())
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create");
    List.of(
            Employee.class,
            Person.class,
            House.class,
            Dependent.class,
            Pass.class,
            Dog.class,
            Cat.class,
            Room.class,
            Window.class,
            Badge.class,
            Locker.class,
            History.class,
            Garden.class,
            Roof.class,
            Desk.class,
            Chair.class,
            Loan.class)
        .forEach(unit::managedClass);
    factory = unit.createEntityManagerFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @BeforeEach
  void empty() {
    factory.getSchemaManager().truncate();
  }

  private static String value(String sql) {
    return factory.callInTransaction(
        manager -> String.valueOf(manager.createNativeQuery(sql).getSingleResultOrNull()));
  }

  private static Employee persistedEmployee() {
    return factory.callInTransaction(
        manager -> {
          Employee employee = new Employee("Ann");
          manager.persist(employee);
          return employee;
        });
  }

  @Test
  void a_part_of_an_id_class_is_the_generated_id_of_a_parent_of_the_same_transaction() {
    Employee ann = new Employee("Ann");
    factory.runInTransaction(
        manager -> {
          manager.persist(ann);
          Dependent joe = new Dependent("Joe", ann);
          joe.age = 5;
          manager.persist(joe);
          assertEquals(
              new DependentId("Joe", ann.id), factory.getPersistenceUnitUtil().getIdentifier(joe));
        });
    factory.runInTransaction(
        manager -> {
          Dependent joe = manager.find(Dependent.class, new DependentId("Joe", ann.id));
          assertEquals(5, joe.age);
          assertInstanceOf(LazyInstance.class, joe.employee);
          assertEquals("Ann", joe.employee.name());
          assertEquals(List.of(joe), joe.employee.dependents);
          joe.age = 6;
        });
    factory.runInTransaction(
        manager -> {
          Dependent joe = manager.find(Dependent.class, new DependentId("Joe", ann.id));
          assertEquals(6, joe.age);
          assertEquals(1, joe.version);
          manager.remove(joe.employee);
        });
    assertEquals("0", value("select count(*) from dependent"));
  }

  @Test
  void a_cascade_reaches_children_after_their_parent() {
    Employee ann = new Employee("Ann");
    ann.dependents.add(new Dependent("Joe", ann));
    ann.dependents.add(new Dependent("Jim", ann));
    factory.runInTransaction(manager -> manager.persist(ann));
    factory.runInTransaction(
        manager -> assertEquals(2, manager.find(Employee.class, ann.id).dependents.size()));
  }

  @Test
  void a_mapped_part_of_an_embedded_id_is_filled_at_persist() {
    Employee ann = new Employee("Ann");
    Pass pass = new Pass("north", ann);
    factory.runInTransaction(
        manager -> {
          // Its cascade persists the parent first.
          manager.persist(pass);
          assertEquals(new PassId("north", ann.id), pass.id);
        });
    assertEquals("" + ann.id, value("select employee_id from pass where gate = 'north'"));
    factory.runInTransaction(
        manager -> {
          Pass found = manager.find(Pass.class, new PassId("north", ann.id));
          assertEquals("Ann", found.employee.name);
          assertEquals(
              found,
              manager
                  .createQuery("from Pass p where p.employee.id = ?1", Pass.class)
                  .setParameter(1, ann.id)
                  .getSingleResult());
        });
  }

  @Test
  void a_part_may_be_an_id_class() {
    Person bob = new Person("Bob", "Ray");
    factory.runInTransaction(
        manager -> {
          manager.persist(bob);
          Dog rex = new Dog();
          rex.name = "Rex";
          rex.owner = bob;
          manager.persist(rex);
          Cat tom = new Cat();
          tom.id = new CatId("Tom", null);
          tom.owner = bob;
          manager.persist(tom);
          assertEquals(new PersonId("Bob", "Ray"), tom.id.owner);
        });
    assertEquals("Ray", value("select owner_last from dog"));
    assertEquals("Bob", value("select owner_first from cat"));
    factory.runInTransaction(
        manager -> {
          PersonId owner = new PersonId("Bob", "Ray");
          Dog rex = manager.find(Dog.class, new DogId("Rex", owner));
          Cat tom = manager.find(Cat.class, new CatId("Tom", owner));
          assertSame(rex.owner, tom.owner);
          assertEquals(
              new DogId("Rex", owner), factory.getPersistenceUnitUtil().getIdentifier(rex));
        });
  }

  @Test
  void a_part_may_be_an_embedded_id_also_of_a_child_of_a_child() {
    factory.runInTransaction(
        manager -> {
          House house = new House(3, "Elm");
          manager.persist(house);
          Room room = new Room();
          room.floor = 1;
          room.house = house;
          manager.persist(room);
          Window window = new Window();
          window.place = 7;
          window.room = room;
          manager.persist(window);
        });
    factory.runInTransaction(
        manager -> {
          RoomId room = new RoomId(1, new HouseId(3, "Elm"));
          Window window = manager.find(Window.class, new WindowId(7, room));
          assertInstanceOf(LazyInstance.class, window.room);
          Room found = manager.find(Room.class, room);
          assertSame(window.room, found);
          assertEquals(3, found.house.id.plot());
          assertEquals(
              1L,
              manager
                  .createQuery(
                      "select count(w) from Opening w where w.room.house.id.street = 'Elm'"
                          + " and w.room = :r",
                      Long.class)
                  .setParameter("r", found)
                  .getSingleResult());
        });
  }

  @Test
  void an_association_is_the_whole_id() {
    Employee ann = new Employee("Ann");
    factory.runInTransaction(
        manager -> {
          Badge badge = new Badge();
          badge.employee = ann;
          badge.colour = "red";
          manager.persist(badge);
          assertEquals(ann.id, factory.getPersistenceUnitUtil().getIdentifier(badge));
          Loan loan = new Loan();
          loan.id = 1;
          loan.badge = badge;
          manager.persist(loan);
        });
    factory.runInTransaction(
        manager -> {
          Loan loan = manager.find(Loan.class, 1L);
          assertInstanceOf(LazyInstance.class, loan.badge);
          assertEquals(ann.id, factory.getPersistenceUnitUtil().getIdentifier(loan.badge));
          assertEquals("red", loan.badge.colour());
          assertEquals("Ann", manager.find(Badge.class, ann.id).employee.name);
          loan.badge.colour = "blue";
        });
    assertEquals("blue", value("select colour from badge"));
  }

  @Test
  void a_mapped_simple_id_takes_the_column_of_the_association() {
    Employee ann = persistedEmployee();
    factory.runInTransaction(
        manager -> {
          Locker locker = new Locker();
          locker.employee = manager.getReference(Employee.class, ann.id);
          manager.persist(locker);
          assertEquals(ann.id, locker.id);
        });
    assertEquals("" + ann.id, value("select employee from locker"));
    factory.runInTransaction(manager -> assertNotNull(manager.find(Locker.class, ann.id).employee));
    assertEquals(
        "FOREIGN KEY (employee) REFERENCES employee(id)",
        value(
            "select pg_get_constraintdef(oid) from pg_constraint where contype = 'f' and conrelid ="
                + " 'locker'::regclass"));
  }

  @Test
  void the_whole_id_may_be_the_parents_id_class_or_embedded_id() {
    factory.runInTransaction(
        manager -> {
          Person bob = new Person("Bob", "Ray");
          manager.persist(bob);
          History history = new History();
          history.patient = bob;
          history.text = "well";
          manager.persist(history);
          House house = new House(3, "Elm");
          manager.persist(house);
          Garden garden = new Garden();
          garden.house = house;
          manager.persist(garden);
          assertEquals(house.id, garden.id);
          Roof roof = new Roof();
          roof.house = house;
          manager.persist(roof);
        });
    factory.runInTransaction(
        manager -> {
          History history = manager.find(History.class, new PersonId("Bob", "Ray"));
          assertEquals("Bob", history.patient.first);
          HouseId id = new HouseId(3, "Elm");
          assertSame(manager.find(Garden.class, id).house, manager.find(Roof.class, id).house);
          assertEquals(
              id, factory.getPersistenceUnitUtil().getIdentifier(manager.find(Roof.class, id)));
          manager.remove(manager.find(Roof.class, id));
        });
    assertEquals("0", value("select count(*) from roof"));
  }

  @Test
  void a_primary_key_join_reads_the_target_of_the_same_id() {
    Employee ann = persistedEmployee();
    factory.runInTransaction(
        manager -> {
          Employee found = manager.find(Employee.class, ann.id);
          Desk desk = new Desk();
          desk.id = ann.id;
          desk.employee = found;
          manager.persist(desk);
          Desk free = new Desk();
          free.id = -1;
          manager.persist(free);
          Chair chair = new Chair();
          chair.id = ann.id;
          chair.employee = found;
          manager.persist(chair);
        });
    factory.runInTransaction(
        manager -> {
          assertEquals("Ann", manager.find(Desk.class, ann.id).employee.name);
          assertNull(manager.find(Desk.class, -1L).employee);
          assertEquals("Ann", manager.find(Chair.class, ann.id).employee.name);
        });
  }

  @Test
  void a_new_parent_without_a_cascade_is_refused() {
    var failure =
        assertThrows(
            PersistenceException.class,
            () ->
                factory.runInTransaction(
                    manager -> manager.persist(new Dependent("Joe", new Employee("Ann")))));
    assertTrue(
        failure.getMessage().contains("cannot persist a Dependent before its employee"),
        failure.getMessage());
  }

  @Test
  void detached_and_new_graphs_are_merged() {
    Employee ann = new Employee("Ann");
    Dependent joe = new Dependent("Joe", ann);
    ann.dependents.add(joe);
    factory.runInTransaction(manager -> manager.persist(ann));
    joe.age = 9;
    ann.name = "Anna";
    Dependent jim = new Dependent("Jim", ann);
    factory.runInTransaction(
        manager -> {
          Dependent merged = manager.merge(joe);
          assertEquals("Anna", merged.employee.name());
          assertEquals(1, manager.merge(jim).employee.dependents.size());
          Employee eve = new Employee("Eve");
          Dependent child = manager.merge(new Dependent("Zoe", eve));
          assertTrue(child.employee.id > 0);
        });
    assertEquals("9", value("select age from dependent where name = 'Joe'"));
    assertEquals("3", value("select count(*) from dependent"));
    assertEquals("2", value("select count(*) from employee"));
    Locker locker = new Locker();
    locker.employee = ann;
    locker.content = "coat";
    factory.runInTransaction(manager -> assertEquals(ann.id, manager.merge(locker).id));
    locker.content = "hat";
    factory.runInTransaction(manager -> assertEquals("hat", manager.merge(locker).content()));
    assertEquals("hat", value("select content from locker"));
  }

  private static void assertChangeRefused(
      String attribute, Class<?> type, Object id, BiConsumer<Object, EntityManager> change) {
    var failure =
        assertThrows(
            PersistenceException.class,
            () ->
                factory.runInTransaction(
                    manager -> {
                      change.accept(manager.find(type, id), manager);
                      manager.flush();
                    }));
    assertTrue(
        failure.getMessage().contains("cannot change " + attribute + " of "), failure.getMessage());
  }

  @Test
  void an_association_that_gives_the_id_cannot_change() {
    Employee ann = persistedEmployee();
    long bob = persistedEmployee().id;
    factory.runInTransaction(
        manager -> {
          Employee parent = manager.find(Employee.class, ann.id);
          manager.persist(new Dependent("Joe", parent));
          manager.persist(new Pass("north", parent));
          Badge badge = new Badge();
          badge.employee = parent;
          manager.persist(badge);
          Locker locker = new Locker();
          locker.employee = parent;
          manager.persist(locker);
          Desk desk = new Desk();
          desk.id = ann.id;
          desk.employee = parent;
          manager.persist(desk);
        });
    assertChangeRefused(
        "Dependent.employee",
        Dependent.class,
        new DependentId("Joe", ann.id),
        (dependent, manager) ->
            ((Dependent) dependent).employee = manager.getReference(Employee.class, bob));
    assertChangeRefused(
        "Pass.employee",
        Pass.class,
        new PassId("north", ann.id),
        (pass, manager) -> ((Pass) pass).employee = manager.getReference(Employee.class, bob));
    assertChangeRefused(
        "Badge.employee", Badge.class, ann.id, (badge, manager) -> ((Badge) badge).employee = null);
    assertChangeRefused(
        "Locker.employee",
        Locker.class,
        ann.id,
        (locker, manager) ->
            ((Locker) locker).employee = manager.getReference(Employee.class, bob));
    assertChangeRefused(
        "Locker.employee",
        Locker.class,
        ann.id,
        (locker, manager) -> ((Locker) locker).employee = null);
    assertChangeRefused(
        "Desk.employee",
        Desk.class,
        ann.id,
        (desk, manager) -> ((Desk) desk).employee = manager.getReference(Employee.class, bob));
  }

  @Test
  void an_association_that_gives_the_id_may_hold_another_instance_of_the_same_id() {
    Employee ann = persistedEmployee();
    factory.runInTransaction(
        manager -> {
          Locker locker = new Locker();
          locker.employee = manager.find(Employee.class, ann.id);
          manager.persist(locker);
        });
    factory.runInTransaction(
        manager -> {
          Locker locker = manager.find(Locker.class, ann.id);
          locker.employee = ann;
          locker.content = "coat";
        });
    assertEquals("coat", value("select content from locker"));
  }

  @Test
  void many_rows_travel_together() {
    Employee ann = new Employee("Ann");
    for (int i = 0; i < 250; i++) {
      ann.dependents.add(new Dependent("d" + i, ann));
    }
    factory.runInTransaction(manager -> manager.persist(ann));
    factory.runInTransaction(
        manager -> manager.find(Employee.class, ann.id).dependents.forEach(one -> one.age = 3));
    assertEquals("250", value("select count(*) from dependent where age = 3"));
    factory.runInTransaction(
        manager -> {
          Loan loan = new Loan();
          loan.dependent = manager.getReference(Dependent.class, new DependentId("d1", ann.id));
          manager.persist(loan);
        });
    factory.runInTransaction(
        manager -> assertEquals(3, manager.find(Loan.class, 0L).dependent.age()));
  }
}
