package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityExistsException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.FetchType;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PessimisticLockScope;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Timeout;
import jakarta.persistence.TransactionRequiredException;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.NullUnmarked;

/// The contract of the EntityManager with entities whose ids the application gives, as most of the
/// specification's own examples do (Jakarta Persistence 3.2, sections 3.2, 3.3 and 3.5).
@NullUnmarked // a null where none is expected fails the test by itself
class ContractTest {

  @Entity(name = "Coffee")
  static class Coffee {
    @Id Integer id;
    String name;
    float price;

    @ManyToOne(fetch = FetchType.LAZY)
    Coffee blend;

    @ManyToMany List<Coffee> goesWith = new ArrayList<>();

    Coffee() {}

    Coffee(int id, String name) {
      this.id = id;
      this.name = name;
    }

    String name() {
      return name;
    }
  }

  @Entity(name = "Dose")
  static class Dose {
    @Id String code;
    @Version Integer version;
    int grams;

    Dose() {}

    Dose(String code) {
      this.code = code;
    }
  }

  private static void with(
      TestServer server, BiConsumer<EntityManagerFactory, EntityManager> test) {
    try (TestDatabase database = server.newDatabase();
        EntityManagerFactory factory =
            new PersistenceConfiguration("contract")
                .provider(TiercelPersistenceProvider.class.getName())
                .managedClass(Coffee.class)
                .managedClass(Dose.class)
                .property(UnitProperties.URL, database.jdbcUrl())
                .property(UnitProperties.SCHEMA_ACTION, "create")
                .createEntityManagerFactory()) {
      factory.runInTransaction(
          manager -> {
            Coffee first = new Coffee(1, "Hazelnut");
            Coffee second = new Coffee(2, "Vanilla");
            first.blend = second;
            first.goesWith.add(second);
            manager.persist(first);
            manager.persist(second);
            manager.persist(new Dose("small"));
          });
      try (EntityManager manager = factory.createEntityManager()) {
        test.accept(factory, manager);
        if (manager.getTransaction().isActive()) {
          manager.getTransaction().rollback();
        }
      }
    }
  }

  /// Section 3.2.3.
  @EveryPostgres
  void persisting_a_stored_id_again_fails_as_existing(TestServer server) {
    with(
        server,
        (factory, manager) -> {
          manager.getTransaction().begin();
          manager.persist(new Coffee(3, "New"));
          manager.persist(new Coffee(1, "Again"));
          EntityExistsException atFlush = assertThrows(EntityExistsException.class, manager::flush);
          assertTrue(atFlush.getMessage().startsWith("Coffee#1 exists"), atFlush::getMessage);
          assertTrue(manager.getTransaction().getRollbackOnly());
          manager.getTransaction().rollback();

          manager.getTransaction().begin();
          manager.persist(new Dose("small"));
          RollbackException atCommit =
              assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
          assertInstanceOf(EntityExistsException.class, atCommit.getCause());

          manager.getTransaction().begin();
          Coffee managed = manager.find(Coffee.class, 1);
          manager.persist(managed);
          assertThrows(EntityExistsException.class, () -> manager.persist(new Coffee(1, "Twin")));
        });
  }

  @EveryPostgres
  void many_new_rows_name_the_one_that_exists(TestServer server) {
    with(
        server,
        (factory, manager) -> {
          manager.getTransaction().begin();
          for (int id = 250; id > 0; id--) {
            if (id != 1) {
              manager.persist(new Coffee(id, "Coffee " + id));
            }
          }
          EntityExistsException failure = assertThrows(EntityExistsException.class, manager::flush);
          assertTrue(failure.getMessage().startsWith("Coffee#2 exists"), failure::getMessage);
        });
  }

  /// Section 3.2.4.
  @EveryPostgres
  void only_managed_instances_are_removed(TestServer server) {
    with(
        server,
        (factory, manager) -> {
          Coffee detached = manager.find(Coffee.class, 2);
          manager.clear();
          manager.getTransaction().begin();
          manager.remove(new Coffee(99, "New: ignored"));
          assertFalse(manager.getTransaction().getRollbackOnly());
          IllegalArgumentException refused =
              assertThrows(IllegalArgumentException.class, () -> manager.remove(detached));
          assertTrue(refused.getMessage().contains("Coffee#2"), refused::getMessage);
          assertTrue(manager.getTransaction().getRollbackOnly());
          manager.getTransaction().rollback();

          manager.getTransaction().begin();
          assertNotNull(manager.find(Coffee.class, 2));
          assertThrows(
              IllegalArgumentException.class, () -> manager.remove(new Coffee(2, "Not that one")));
          manager.getTransaction().rollback();

          manager.getTransaction().begin();
          Coffee first = manager.find(Coffee.class, 1);
          manager.remove(first);
          manager.remove(first);
          assertFalse(manager.contains(first));
          assertNull(manager.find(Coffee.class, 1));
          assertThrows(EntityNotFoundException.class, () -> manager.getReference(Coffee.class, 1));
          manager.getTransaction().rollback();
          assertNotNull(manager.find(Coffee.class, 1));
        });
  }

  /// Section 3.2.5.
  @EveryPostgres
  void refreshing_what_is_gone_or_not_managed_fails(TestServer server) {
    with(
        server,
        (factory, manager) -> {
          for (LockModeType mode : new LockModeType[] {null, LockModeType.PESSIMISTIC_READ}) {
            manager.getTransaction().begin();
            Coffee coffee = manager.find(Coffee.class, 1);
            manager.createNativeQuery("delete from coffee_coffee").executeUpdate();
            manager.createNativeQuery("delete from coffee").executeUpdate();
            assertThrows(
                EntityNotFoundException.class,
                () -> manager.refresh(coffee, mode, Map.of("some.hint", "of nobody")));
            assertTrue(manager.getTransaction().getRollbackOnly());
            manager.getTransaction().rollback();
          }
          Coffee detached = manager.find(Coffee.class, 1);
          manager.detach(detached);
          assertThrows(IllegalArgumentException.class, () -> manager.refresh(detached));
          assertThrows(IllegalArgumentException.class, () -> manager.refresh(new Coffee(9, "New")));
          Coffee managed = manager.find(Coffee.class, 1);
          managed.name = "Changed";
          manager.refresh(managed);
          assertEquals("Hazelnut", managed.name);
          assertThrows(
              TransactionRequiredException.class,
              () -> manager.refresh(managed, LockModeType.PESSIMISTIC_READ));
        });
  }

  /// Section 3.2.8.1.
  @EveryPostgres
  void merging_copies_onto_the_managed_instance(TestServer server) {
    with(
        server,
        (factory, manager) -> {
          manager.getTransaction().begin();
          Coffee given = new Coffee(1, "Merged");
          Coffee merged = manager.merge(given);
          assertNotSame(given, merged);
          assertSame(merged, manager.merge(merged));
          assertFalse(manager.contains(given));
          Coffee added = manager.merge(new Coffee(9, "New"));
          assertTrue(manager.contains(added));
          manager.getTransaction().commit();
          manager.clear();
          assertEquals("Merged", manager.find(Coffee.class, 1).name);
          assertEquals("New", manager.find(Coffee.class, 9).name);

          Dose stale = manager.find(Dose.class, "small");
          manager.clear();
          factory.runInTransaction(other -> other.find(Dose.class, "small").grams = 7);
          manager.getTransaction().begin();
          stale.grams = 9;
          assertThrows(OptimisticLockException.class, () -> manager.merge(stale));
          assertTrue(manager.getTransaction().getRollbackOnly());
        });
  }

  /// Section 3.5.4: what was changed before the lock is not lost by it.
  @EveryPostgres
  void a_lock_without_a_version_keeps_changes_and_reads_the_rest_anew(TestServer server) {
    with(
        server,
        (factory, manager) -> {
          manager.getTransaction().begin();
          Coffee changed = manager.find(Coffee.class, 1);
          Coffee untouched = manager.find(Coffee.class, 2);
          changed.price = 6.5f;
          factory.runInTransaction(other -> other.find(Coffee.class, 2).price = 3.5f);
          manager.lock(changed, LockModeType.PESSIMISTIC_WRITE);
          manager.lock(untouched, LockModeType.PESSIMISTIC_WRITE);
          assertEquals(6.5f, changed.price);
          assertEquals(3.5f, untouched.price);
          Coffee relinked = manager.find(Coffee.class, 1);
          relinked.blend = null;
          assertSame(relinked, manager.find(Coffee.class, 1, LockModeType.NONE));
          manager.lock(relinked, LockModeType.PESSIMISTIC_READ);
          assertNull(relinked.blend);
          assertEquals(LockModeType.PESSIMISTIC_WRITE, manager.getLockMode(changed));
          manager.getTransaction().commit();
          manager.clear();
          assertEquals(6.5f, manager.find(Coffee.class, 1).price);
          assertNull(manager.find(Coffee.class, 1).blend);
        });
  }

  /// Section 3.5.4.2.
  @EveryPostgres
  void the_extended_scope_locks_the_join_table_too(TestServer server) {
    with(
        server,
        (factory, manager) -> {
          String locking = "select 1 from coffee_coffee for update nowait";
          List<BiConsumer<EntityManager, Coffee>> extended =
              List.of(
                  (holder, coffee) ->
                      holder.lock(
                          coffee, LockModeType.PESSIMISTIC_WRITE, PessimisticLockScope.EXTENDED),
                  (holder, coffee) ->
                      holder.refresh(
                          coffee,
                          LockModeType.PESSIMISTIC_READ,
                          Map.of("jakarta.persistence.lock.scope", "EXTENDED")),
                  (holder, coffee) ->
                      holder.find(
                          Coffee.class,
                          1,
                          PessimisticLockScope.EXTENDED,
                          LockModeType.PESSIMISTIC_WRITE));
          for (BiConsumer<EntityManager, Coffee> lock : extended) {
            factory.runInTransaction(
                holder -> {
                  lock.accept(holder, holder.find(Coffee.class, 1));
                  manager.getTransaction().begin();
                  assertThrows(
                      PersistenceException.class,
                      () -> manager.createNativeQuery(locking).getResultList());
                  manager.getTransaction().rollback();
                });
          }
          factory.runInTransaction(
              holder -> {
                holder.find(Coffee.class, 1, LockModeType.PESSIMISTIC_WRITE);
                manager.getTransaction().begin();
                assertEquals(1, manager.createNativeQuery(locking).getResultList().size());
                manager.getTransaction().rollback();
              });
        });
  }

  /// Section 3.2.2: options of every kind, in any order; those that mean nothing are ignored.
  @EveryPostgres
  void options_may_be_combined(TestServer server) {
    with(
        server,
        (factory, manager) -> {
          manager.getTransaction().begin();
          Dose dose =
              manager.find(
                  Dose.class,
                  "small",
                  CacheRetrieveMode.BYPASS,
                  CacheStoreMode.REFRESH,
                  Timeout.s(5),
                  PessimisticLockScope.NORMAL,
                  LockModeType.PESSIMISTIC_FORCE_INCREMENT);
          assertEquals(LockModeType.PESSIMISTIC_FORCE_INCREMENT, manager.getLockMode(dose));
          manager.refresh(dose, CacheStoreMode.BYPASS, Timeout.ms(500));
          manager.lock(dose, LockModeType.OPTIMISTIC, Timeout.ms(500));
          manager.getTransaction().commit();
          assertEquals(1, dose.version);
          factory.runInTransaction(
              holder -> {
                holder.find(Dose.class, "small", LockModeType.PESSIMISTIC_READ);
                manager.getTransaction().begin();
                assertThrows(
                    LockTimeoutException.class,
                    () ->
                        manager.find(
                            Dose.class, "small", Timeout.ms(0), LockModeType.PESSIMISTIC_WRITE));
                assertFalse(manager.getTransaction().getRollbackOnly());
                manager.getTransaction().rollback();
              });
        });
  }

  /// Section 3.11.2.
  @EveryPostgres
  void the_flush_mode_says_whether_queries_see_changes(TestServer server) {
    with(
        server,
        (factory, manager) -> {
          String query = "select c.id from Coffee c where c.name = 'Changed'";
          manager.getTransaction().begin();
          manager.find(Coffee.class, 1).name = "Changed";
          assertTrue(
              manager
                  .createQuery(query, Integer.class)
                  .setFlushMode(FlushModeType.COMMIT)
                  .getResultList()
                  .isEmpty());
          manager.setFlushMode(FlushModeType.COMMIT);
          assertTrue(manager.createQuery(query, Integer.class).getResultList().isEmpty());
          assertEquals(
              List.of(1),
              manager
                  .createQuery(query, Integer.class)
                  .setFlushMode(FlushModeType.AUTO)
                  .getResultList());
        });
  }

  /// Sections 3.3.2 and 3.3.3.
  @EveryPostgres
  void a_commit_leaves_instances_managed_and_a_rollback_detaches_them(TestServer server) {
    with(
        server,
        (factory, manager) -> {
          manager.getTransaction().begin();
          Coffee coffee = new Coffee(5, "Persisted");
          manager.persist(coffee);
          manager.getTransaction().commit();
          assertTrue(manager.contains(coffee));
          manager.getTransaction().begin();
          Coffee other = new Coffee(6, "Rolled back");
          manager.persist(other);
          manager.flush();
          manager.getTransaction().rollback();
          assertFalse(manager.contains(coffee));
          assertFalse(manager.contains(other));
          assertEquals("Rolled back", other.name);
          manager.getTransaction().begin();
          manager.persist(other);
          manager.getTransaction().commit();
          assertEquals("Rolled back", manager.find(Coffee.class, 6).name());
          assertFalse(manager.isJoinedToTransaction());
          assertThrows(TransactionRequiredException.class, manager::joinTransaction);
          manager.getTransaction().begin();
          manager.joinTransaction();
          assertTrue(manager.isJoinedToTransaction());
          assertSame(manager, manager.getDelegate());
          assertSame(factory, manager.getEntityManagerFactory());
        });
  }
}
