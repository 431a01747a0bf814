package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PersistenceConfiguration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Collections that their side owns, moved, replaced and removed.
@NullUnmarked // a null where none is expected fails the test by itself
class OwnedCollectionTest {
  private static TestDatabase database;
  private static EntityManagerFactory factory;

  /// Its name stands after that of what it owns: foreign keys decide, not the alphabet.
  @Entity
  static class Workshop {
    @Id int id;

    @OneToMany(cascade = CascadeType.ALL)
    @JoinColumn(name = "workshop")
    List<Machine> machines = new ArrayList<>();

    @ManyToMany Set<Skill> skills = new HashSet<>();

    @ManyToOne(fetch = FetchType.LAZY)
    Machine favourite;

    protected Workshop() {}

    Workshop(int id) {
      this.id = id;
    }
  }

  @Entity
  static class Machine {
    @Id int id;

    protected Machine() {}

    Machine(int id) {
      this.id = id;
    }
  }

  @Entity
  static class Skill {
    @Id int id;

    protected Skill() {}

    Skill(int id) {
      this.id = id;
    }
  }

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("workshops")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Workshop.class)
            .managedClass(Machine.class)
            .managedClass(Skill.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .createEntityManagerFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @BeforeEach
  void fill() {
    factory.getSchemaManager().truncate();
    factory.runInTransaction(
        manager -> {
          for (int id = 1; id <= 2; id++) {
            Workshop workshop = new Workshop(id);
            for (int i = 0; i < 3; i++) {
              workshop.machines.add(new Machine(id * 10 + i));
              Skill skill = new Skill(id * 10 + i);
              manager.persist(skill);
              workshop.skills.add(skill);
            }
            manager.persist(workshop);
          }
        });
  }

  private static List<Integer> machines(int workshop) {
    return factory.callInTransaction(
        manager ->
            manager.find(Workshop.class, workshop).machines.stream()
                .map(machine -> machine.id)
                .sorted()
                .toList());
  }

  private static List<Integer> skills(int workshop) {
    return factory.callInTransaction(
        manager ->
            manager.find(Workshop.class, workshop).skills.stream()
                .map(skill -> skill.id)
                .sorted()
                .toList());
  }

  @Test
  void an_element_moved_to_another_owner_belongs_to_it() {
    factory.runInTransaction(
        manager -> {
          Workshop from = manager.find(Workshop.class, 1);
          Workshop to = manager.find(Workshop.class, 2);
          to.machines.addAll(from.machines);
          from.machines.clear();
        });
    assertEquals(List.of(), machines(1));
    assertEquals(List.of(10, 11, 12, 20, 21, 22), machines(2));
    factory.runInTransaction(
        manager -> {
          Workshop from = manager.find(Workshop.class, 2);
          Workshop to = manager.find(Workshop.class, 1);
          to.machines.add(from.machines.removeFirst());
        });
    assertEquals(1, machines(1).size());
    assertEquals(5, machines(2).size());
  }

  @Test
  void a_collection_replaced_unread_has_the_new_elements_only() {
    factory.runInTransaction(
        manager -> {
          Workshop workshop = manager.find(Workshop.class, 1);
          workshop.skills = new HashSet<>(List.of(manager.find(Skill.class, 21)));
          workshop.machines = new ArrayList<>(List.of(manager.find(Machine.class, 20)));
        });
    assertEquals(List.of(21), skills(1));
    assertEquals(List.of(20), machines(1));
    assertEquals(List.of(21, 22), machines(2));
  }

  @Test
  void a_collection_replaced_after_persist_and_refresh_has_the_new_elements_only() {
    factory.runInTransaction(
        manager -> {
          Workshop workshop = new Workshop(3);
          Skill skill = manager.find(Skill.class, 10);
          workshop.skills.add(skill);
          manager.persist(workshop);
          manager.flush();
          manager.refresh(workshop);
          workshop.skills = new HashSet<>(List.of(skill, manager.find(Skill.class, 11)));
        });
    assertEquals(List.of(10, 11), skills(3));
  }

  @Test
  void collections_of_a_new_owner_may_change_after_its_first_flush() {
    factory.runInTransaction(
        manager -> {
          Workshop workshop = new Workshop(3);
          manager.persist(workshop);
          manager.flush();
          workshop.skills.add(manager.find(Skill.class, 10));
          workshop.machines.add(new Machine(30));
          manager.flush();
          workshop.skills.clear();
          workshop.skills.add(manager.find(Skill.class, 11));
          workshop.machines.add(new Machine(31));
        });
    assertEquals(List.of(11), skills(3));
    assertEquals(List.of(30, 31), machines(3));
  }

  @Test
  void an_owner_and_its_elements_are_removed_together() {
    factory.runInTransaction(manager -> manager.remove(manager.find(Workshop.class, 1)));
    factory.runInTransaction(
        manager -> {
          assertEquals(3L, manager.createQuery("select count(m) from Machine m").getSingleResult());
          assertEquals(6L, manager.createQuery("select count(s) from Skill s").getSingleResult());
        });
  }

  @Test
  void rows_that_refer_to_each_other_are_removed_together() {
    factory.runInTransaction(
        manager -> {
          Workshop workshop = manager.find(Workshop.class, 1);
          workshop.favourite = workshop.machines.getFirst();
        });
    factory.runInTransaction(manager -> manager.remove(manager.find(Workshop.class, 1)));
    assertEquals(3, machines(2).size());
  }

  @Test
  void an_owner_removed_and_persisted_again_keeps_its_elements() {
    factory.runInTransaction(
        manager -> {
          Workshop workshop = manager.find(Workshop.class, 1);
          manager.remove(workshop);
          manager.persist(workshop);
        });
    assertNotNull(machines(1));
    assertEquals(List.of(10, 11, 12), machines(1));
    assertEquals(List.of(10, 11, 12), skills(1));
  }
}
