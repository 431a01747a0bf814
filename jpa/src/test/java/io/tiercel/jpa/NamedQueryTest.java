package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.NamedNativeQuery;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.NamedStoredProcedureQuery;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.Query;
import jakarta.persistence.QueryHint;
import jakarta.persistence.TransactionRequiredException;
import jakarta.persistence.TypedQuery;
import jakarta.persistence.TypedQueryReference;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Named queries with what they are set to, and references to them (Jakarta Persistence 3.2,
/// sections 3.11.9, 7.4 and 10.4.1).
@NullUnmarked // a null where none is expected fails the test by itself
class NamedQueryTest {
  private TestDatabase database;
  private EntityManagerFactory factory;

  @MappedSuperclass
  @NamedQuery(name = "Swimmer.remove", query = "delete from Seal s where s.id = 1")
  @NamedStoredProcedureQuery(name = "Swimmer.rest", procedureName = "rest")
  static class Swimmer {}

  @Entity(name = "Seal")
  @NamedQuery(name = "Seal.all", query = "from Seal s order by s.id")
  @NamedQuery(
      name = "Seal.locked",
      query = "from Seal s",
      lockMode = LockModeType.PESSIMISTIC_WRITE,
      hints = @QueryHint(name = "jakarta.persistence.query.timeout", value = "1234"))
  @NamedQuery(name = "Seal.ids", query = "select s.id from Seal s order by s.id")
  @NamedQuery(name = "Seal.pairs", query = "select s.id, s.id from Seal s")
  @NamedQuery(name = "Seal.clear", query = "delete from Seal s")
  @NamedNativeQuery(
      name = "Seal.sql",
      query = "select * from seal order by id",
      resultClass = Seal.class)
  static class Seal extends Swimmer {
    @Id int id;

    Seal() {}

    Seal(int id) {
      this.id = id;
    }
  }

  @BeforeEach
  void open() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("seals")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Seal.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "create")
            .createEntityManagerFactory();
    factory.runInTransaction(
        manager -> {
          for (int id = 1; id <= 3; id++) {
            manager.persist(new Seal(id));
          }
        });
  }

  @AfterEach
  void close() {
    factory.close();
    database.close();
  }

  @Test
  void a_query_that_is_named_keeps_its_settings_but_not_its_arguments() {
    try (EntityManager manager = factory.createEntityManager()) {
      TypedQuery<Integer> query =
          manager
              .createQuery(
                  "select s.id from Seal s where s.id < :limit order by s.id", Integer.class)
              .setFirstResult(1)
              .setMaxResults(1)
              .setFlushMode(FlushModeType.COMMIT)
              .setTimeout(4321)
              .setHint("org.example.hint", "kept")
              .setParameter("limit", 10);
      factory.addNamedQuery("some", query);
      query.setMaxResults(3);

      TypedQuery<Integer> named = manager.createNamedQuery("some", Integer.class);
      assertEquals(1, named.getMaxResults());
      assertEquals(1, named.getFirstResult());
      assertEquals(FlushModeType.COMMIT, named.getFlushMode());
      assertEquals(4321, named.getTimeout());
      assertEquals("kept", named.getHints().get("org.example.hint"));
      assertThrows(IllegalStateException.class, named::getResultList);
      assertEquals(List.of(2), named.setParameter("limit", 10).getResultList());

      // What is changed on one of them does not come back with the next.
      named.setMaxResults(2);
      assertEquals(1, manager.createNamedQuery("some").getMaxResults());
      Query replaced = manager.createNativeQuery("select id from seal order by id desc");
      factory.addNamedQuery("some", replaced.setMaxResults(2));
      assertEquals(List.of(3, 2), manager.createNamedQuery("some").getResultList());
    }
  }

  @Test
  void a_mapped_superclass_that_is_not_listed_names_queries() {
    factory.runInTransaction(
        manager -> {
          assertEquals(1, manager.createNamedQuery("Swimmer.remove").executeUpdate());
          assertEquals(
              Set.of(), manager.createNamedStoredProcedureQuery("Swimmer.rest").getParameters());
        });
  }

  @Test
  void what_one_run_of_a_named_query_is_set_to_does_not_reach_the_next() {
    try (EntityManager manager = factory.createEntityManager()) {
      for (int run = 0; run < 3; run++) {
        Query query = manager.createNamedQuery("Seal.locked");
        assertEquals(Map.of("jakarta.persistence.query.timeout", "1234"), query.getHints());
        assertEquals(LockModeType.PESSIMISTIC_WRITE, query.getLockMode());
        query.setHint("org.example.hint", run).setLockMode(LockModeType.NONE).setMaxResults(1);
        assertEquals(run, query.getHints().get("org.example.hint"));
        assertEquals("1234", query.getHints().get("jakarta.persistence.query.timeout"));
      }
    }
  }

  @Test
  void lock_mode_and_hints_of_the_annotation_hold() {
    try (EntityManager manager = factory.createEntityManager()) {
      TypedQuery<Seal> locked = manager.createNamedQuery("Seal.locked", Seal.class);
      assertEquals(LockModeType.PESSIMISTIC_WRITE, locked.getLockMode());
      assertEquals(1234, locked.getTimeout());
      assertThrows(TransactionRequiredException.class, locked::getResultList);
      manager.getTransaction().begin();
      Seal seal = locked.getResultList().getFirst();
      assertEquals(LockModeType.PESSIMISTIC_WRITE, manager.getLockMode(seal));
      manager.getTransaction().rollback();
    }
  }

  @Test
  void references_are_found_by_the_type_of_their_results() {
    assertEquals(
        Set.of("Seal.all", "Seal.locked", "Seal.sql"),
        factory.getNamedQueries(Seal.class).keySet());
    assertEquals(Set.of("Seal.ids"), factory.getNamedQueries(Integer.class).keySet());
    assertEquals(Set.of("Seal.pairs"), factory.getNamedQueries(Object[].class).keySet());
    assertEquals(
        Set.of("Seal.all", "Seal.locked", "Seal.sql", "Seal.ids", "Seal.pairs"),
        factory.getNamedQueries(Object.class).keySet());
    Map<String, TypedQueryReference<Seal>> references = factory.getNamedQueries(Seal.class);
    TypedQueryReference<Seal> locked = references.get("Seal.locked");
    assertEquals("Seal.locked", locked.getName());
    assertEquals(Seal.class, locked.getResultType());
    assertEquals(Map.of("jakarta.persistence.query.timeout", "1234"), locked.getHints());
    try (EntityManager manager = factory.createEntityManager()) {
      assertEquals(3, manager.createQuery(references.get("Seal.all")).getResultList().size());
      assertEquals(3, manager.createQuery(references.get("Seal.sql")).getResultList().size());
    }
  }
}
