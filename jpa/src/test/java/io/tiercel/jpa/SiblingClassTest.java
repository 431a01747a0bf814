package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// An id is that of a row of the whole hierarchy: asked for by a class that the row is not of,
/// there is no entity, whether the row's instance is in the context or not (Jakarta Persistence
/// 3.2, sections 2.4 and 3.2.2).
@NullUnmarked // a null where none is expected fails the test by itself
class SiblingClassTest {
  @Entity(name = "Fish")
  @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
  static class Fish {
    @Id int id;
  }

  @Entity(name = "Carp")
  static class Carp extends Fish {}

  @Entity(name = "Pike")
  static class Pike extends Fish {}

  @Entity(name = "Bird")
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Bird {
    @Id int id;
  }

  @Entity(name = "Crow")
  static class Crow extends Bird {}

  @Entity(name = "Duck")
  static class Duck extends Bird {}

  @Entity(name = "Tool")
  @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
  static class Tool {
    @Id int id;
  }

  @Entity(name = "Saw")
  static class Saw extends Tool {}

  @Entity(name = "Axe")
  static class Axe extends Tool {}

  private static <T> void check(Class<T> root, T leaf, Class<? extends T> sibling) {
    try (TestUnit unit = TestUnit.of(root, leaf.getClass(), sibling)) {
      unit.inTransaction(
          manager -> {
            manager.persist(leaf);
            assertNull(manager.find(sibling, 0), "while it is new");
          });
      try (EntityManager manager = unit.factory().createEntityManager()) {
        assertNull(manager.find(sibling, 0), "before it is here");
        Object found = manager.find(root, 0);
        assertSame(leaf.getClass(), found.getClass());
        assertNull(manager.find(sibling, 0), "once it is here");
        assertSame(found, manager.find(leaf.getClass(), 0));
        assertThrows(
            EntityNotFoundException.class, () -> manager.getReference(sibling, 0).hashCode());
        assertNotNull(found);
        assertEquals(
            List.of(),
            manager.createQuery("from " + sibling.getSimpleName(), sibling).getResultList());
      }
    }
  }

  @Test
  void in_a_single_table() {
    check(Fish.class, new Carp(), Pike.class);
  }

  @Test
  void in_joined_tables() {
    check(Bird.class, new Crow(), Duck.class);
  }

  @Test
  void in_a_table_for_each_class() {
    check(Tool.class, new Saw(), Axe.class);
  }
}
