package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// References to new instances that nothing persists (Jakarta Persistence 3.2, section 3.2.4). With
/// ids that the application gives, only the foreign key tells them from stored ones.
@NullUnmarked // a null where none is expected fails the test by itself
class UnstoredReferenceTest {
  @Entity(name = "Isle")
  static class Isle {
    @Id String name;

    protected Isle() {}

    Isle(String name) {
      this.name = name;
    }
  }

  @Entity(name = "Ferry")
  static class Ferry {
    @Id int id;
    @ManyToOne Isle home;
    @ManyToMany List<Isle> stops = new ArrayList<>();
  }

  private TestUnit unit;
  private EntityManager manager;

  @BeforeEach
  void open() {
    unit = TestUnit.of(Isle.class, Ferry.class);
    unit.sql("insert into isle values ('Rum')");
    manager = unit.factory().createEntityManager();
    manager.getTransaction().begin();
  }

  @AfterEach
  void close() {
    if (manager.getTransaction().isActive()) {
      manager.getTransaction().rollback();
    }
    manager.close();
    unit.close();
  }

  private Ferry ferry(Isle home) {
    Ferry ferry = new Ferry();
    ferry.home = home;
    manager.persist(ferry);
    return ferry;
  }

  @Test
  void a_flush_refuses_a_reference_to_an_instance_that_is_neither_managed_nor_stored() {
    ferry(new Isle("Eigg"));
    var failure = assertThrows(IllegalStateException.class, manager::flush);
    assertEquals(
        """
        Ferry.home of Ferry#0 refers to Isle#Eigg, which is neither managed nor stored
        Hint: persist it first, or set cascade = CascadeType.PERSIST on Ferry.home.\
        """,
        failure.getMessage());
    assertInstanceOf(PersistenceException.class, failure.getCause());
    assertTrue(manager.getTransaction().getRollbackOnly());
  }

  @Test
  void so_it_does_an_element_of_a_collection() {
    ferry(null).stops.add(new Isle("Muck"));
    var failure = assertThrows(IllegalStateException.class, manager::flush);
    assertTrue(failure.getMessage().contains("Ferry.stops"), failure::getMessage);
  }

  @Test
  void a_commit_fails_with_the_same_cause() {
    ferry(new Isle("Eigg"));
    var failure = assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
    assertInstanceOf(IllegalStateException.class, failure.getCause());
  }

  @Test
  void a_detached_instance_that_is_stored_may_be_referred_to() {
    ferry(new Isle("Rum"));
    manager.getTransaction().commit();
    assertEquals("Rum", unit.value("select home_name from ferry"));
  }
}
