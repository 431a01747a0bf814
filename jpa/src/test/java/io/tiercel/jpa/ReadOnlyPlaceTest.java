package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.MapKeyJoinColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Positions and keys that another attribute writes, so that the collection only reads them
/// (Jakarta Persistence 3.2, sections 11.1.33 and 11.1.43).
@NullUnmarked // a null where none is expected fails the test by itself
class ReadOnlyPlaceTest {
  @Entity(name = "Shelf")
  static class Shelf {
    @Id int id;

    @OneToMany(mappedBy = "shelf")
    @OrderColumn(name = "place", insertable = false, updatable = false)
    List<Jar> inOrder = new ArrayList<>();

    @OneToMany(mappedBy = "shelf")
    @MapKeyColumn(name = "label", insertable = false, updatable = false)
    Map<String, Jar> byLabel = new HashMap<>();
  }

  @Entity(name = "Jar")
  static class Jar {
    @Id int id;
    int place;
    String label;
    @ManyToOne Shelf shelf;

    Jar() {}

    Jar(int id, int place, String label, Shelf shelf) {
      this.id = id;
      this.place = place;
      this.label = label;
      this.shelf = shelf;
    }
  }

  @Test
  void they_are_read_and_left_as_their_own_attributes_write_them() throws Exception {
    try (TestUnit unit = TestUnit.of(Shelf.class, Jar.class)) {
      unit.factory().getSchemaManager().validate();
      assertEquals(
          true,
          unit.value(
              "select attnotnull from pg_attribute where attrelid = 'jar'::regclass and attname ="
                  + " 'place'"));
      unit.inTransaction(
          manager -> {
            Shelf shelf = new Shelf();
            shelf.id = 1;
            manager.persist(shelf);
            manager.persist(new Jar(1, 1, "plum", shelf));
            manager.persist(new Jar(2, 0, "pear", shelf));
          });
      try (EntityManager manager = unit.factory().createEntityManager()) {
        Shelf shelf = manager.find(Shelf.class, 1);
        assertEquals(List.of(2, 1), shelf.inOrder.stream().map(jar -> jar.id).toList());
        assertEquals(Set.of("plum", "pear"), shelf.byLabel.keySet());
        assertEquals(1, shelf.byLabel.get("plum").id);
      }
      List<String> statements =
          unit.statements(
              () ->
                  unit.inTransaction(
                      manager -> {
                        Shelf shelf = manager.find(Shelf.class, 1);
                        shelf.inOrder.add(shelf.inOrder.removeFirst());
                        shelf.byLabel.put("other", shelf.byLabel.remove("plum"));
                      }));
      assertTrue(
          statements.stream().allMatch(sql -> sql.startsWith("select")), statements::toString);
    }
  }

  @Entity(name = "OwnTable")
  static class OwnTable {
    @Id int id;

    @ElementCollection
    @OrderColumn(insertable = false, updatable = false)
    List<String> words = new ArrayList<>();
  }

  @Entity(name = "Half")
  static class Half {
    @Id int id;

    @OneToMany(mappedBy = "half")
    @OrderColumn(name = "place", insertable = false)
    List<HalfPart> parts = new ArrayList<>();
  }

  @Entity(name = "HalfPart")
  static class HalfPart {
    @Id int id;
    @ManyToOne Half half;
  }

  @Test
  void the_rows_of_a_table_of_its_own_need_them_written() {
    assertTrue(refusal(OwnTable.class).contains("OwnTable.words"));
    assertTrue(refusal(Half.class, HalfPart.class).contains("both to false"));
  }

  @Entity(name = "Team")
  static class Team {
    @Id int id;

    @ManyToMany
    @MapKeyJoinColumn(name = "MEMBER_KEY", nullable = false, updatable = false)
    Map<Person, Role> roles = new HashMap<>();

    @ElementCollection
    @OrderColumn(name = "place", updatable = false)
    List<String> goals = new ArrayList<>();

    @ElementCollection
    @MapKeyColumn(name = "word", updatable = false)
    Map<String, String> words = new HashMap<>();
  }

  @Entity(name = "Person")
  static class Person {
    @Id int id;
  }

  @Entity(name = "Role")
  static class Role {
    @Id int id;
  }

  /// No row of such a table is updated, whatever may be.
  @Test
  void what_is_never_updated_in_a_table_of_its_own_follows_by_other_rows() {
    try (TestUnit unit = TestUnit.of(Team.class, Person.class, Role.class)) {
      unit.inTransaction(
          manager -> {
            Team team = new Team();
            team.id = 1;
            for (int i = 1; i <= 2; i++) {
              Person person = new Person();
              person.id = i;
              manager.persist(person);
              Role role = new Role();
              role.id = i;
              manager.persist(role);
              team.roles.put(person, role);
            }
            team.goals.addAll(List.of("grow", "last"));
            team.words.putAll(Map.of("one", "eins", "two", "zwei"));
            manager.persist(team);
          });
      unit.inTransaction(
          manager -> {
            Team team = manager.find(Team.class, 1);
            Person first = manager.find(Person.class, 1);
            Person second = manager.find(Person.class, 2);
            Role left = team.roles.remove(first);
            team.roles.put(first, team.roles.put(second, left));
            team.goals.addFirst(team.goals.removeLast());
            team.words.put("three", team.words.remove("two"));
          });
      try (EntityManager manager = unit.factory().createEntityManager()) {
        Team team = manager.find(Team.class, 1);
        assertEquals(2, team.roles.get(manager.find(Person.class, 1)).id);
        assertEquals(1, team.roles.get(manager.find(Person.class, 2)).id);
        assertEquals(List.of("last", "grow"), team.goals);
        assertEquals(Map.of("one", "eins", "three", "zwei"), team.words);
      }
    }
  }

  private static String refusal(Class<?>... classes) {
    Throwable thrown = assertThrows(RuntimeException.class, () -> TestUnit.of(classes).close());
    while (thrown.getCause() != null) {
      thrown = thrown.getCause();
    }
    return String.valueOf(thrown.getMessage());
  }
}
