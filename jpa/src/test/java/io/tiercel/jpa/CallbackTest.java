package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.ConnectionStatistics;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.PostRemove;
import jakarta.persistence.PostUpdate;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreRemove;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// When callbacks are called, and what they may do (Jakarta Persistence 3.2, sections 3.6.1 to
/// 3.6.3 and 3.6.7).
@NullUnmarked // a null where none is expected fails the test by itself
class CallbackTest {
  private static final List<String> CALLS = new ArrayList<>();

  private TestDatabase database;
  private EntityManagerFactory factory;

  @Entity(name = "Letter")
  static class Letter {
    @Id @GeneratedValue Long id;
    @Version int version;
    String text;
    String stamp;

    @ManyToOne(fetch = FetchType.EAGER, cascade = CascadeType.ALL)
    Sender sender;

    @Transient String loadedText;
    @Transient boolean failsAfterUpdate;

    @PrePersist
    private void prePersist() {
      CALLS.add("prePersist " + text + " id " + (id != null));
      stamp = "created";
    }

    @PostPersist
    void postPersist() {
      CALLS.add("postPersist " + text + " id " + (id != null));
    }

    @PreUpdate
    void preUpdate() {
      CALLS.add("preUpdate " + text);
      stamp = "changed";
    }

    @PostUpdate
    void postUpdate() {
      CALLS.add("postUpdate " + text + " version " + version);
      if (failsAfterUpdate) {
        throw new ArithmeticException("after the update");
      }
    }

    @PreRemove
    void preRemove() {
      CALLS.add("preRemove " + text);
    }

    @PostRemove
    void postRemove() {
      CALLS.add("postRemove " + text);
    }

    @PostLoad
    void postLoad() {
      loadedText = text;
      CALLS.add("postLoad " + text + " from " + (sender == null ? null : sender.name));
    }

    static Letter of(String text) {
      Letter letter = new Letter();
      letter.text = text;
      return letter;
    }
  }

  @Entity(name = "Sender")
  static class Sender {
    @Id UUID id;
    String name;

    @OneToMany(mappedBy = "sender", cascade = CascadeType.ALL, orphanRemoval = true)
    List<Letter> letters = new ArrayList<>();

    @PrePersist
    void assignId() {
      id = UUID.randomUUID();
    }
  }

  /// An entity whose callbacks the test sets.
  @Entity(name = "Bell")
  static class Bell {
    @Id int id;
    String tone;
    @Transient Runnable afterwards = () -> {};

    @PostPersist
    @PostUpdate
    void ring() {
      afterwards.run();
    }

    @PreUpdate
    void keepTone() {
      if ("undo".equals(tone)) {
        tone = "a";
      }
    }
  }

  @BeforeEach
  void open() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("callbacks")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Letter.class)
            .managedClass(Sender.class)
            .managedClass(Bell.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "create")
            .createEntityManagerFactory();
    CALLS.clear();
  }

  @AfterEach
  void close() {
    factory.close();
    database.close();
  }

  private static List<String> calls() {
    List<String> calls = List.copyOf(CALLS);
    CALLS.clear();
    return calls;
  }

  private Long stored(String text) {
    Long id =
        factory.callInTransaction(
            manager -> {
              Letter letter = Letter.of(text);
              manager.persist(letter);
              return letter.id;
            });
    CALLS.clear();
    return id;
  }

  @Test
  void persist_calls_once_the_id_is_there_and_after_the_row_is() {
    try (EntityManager manager = factory.createEntityManager()) {
      manager.getTransaction().begin();
      Letter letter = Letter.of("one");
      manager.persist(letter);
      assertEquals(List.of("prePersist one id true"), calls());
      manager.persist(letter);
      assertEquals(List.of(), calls());
      manager.getTransaction().commit();
      assertEquals(List.of("postPersist one id true"), calls());
      assertEquals(
          "created",
          manager.createQuery("select l.stamp from Letter l", String.class).getSingleResult());
    }
  }

  @Test
  void the_callback_may_assign_the_id() {
    factory.runInTransaction(
        manager -> {
          Sender sender = new Sender();
          sender.name = "Ada";
          manager.persist(sender);
          assertNotNull(sender.id);
        });
  }

  @Test
  void the_callback_finds_an_id_that_is_generated_but_for_that_of_an_identity_column() {
    try (var unit = TestUnit.of(Numbered.class, Counted.class, Random.class, Columned.class)) {
      unit.inTransaction(
          manager -> {
            for (Seen seen : List.of(new Numbered(), new Counted(), new Random(), new Columned())) {
              manager.persist(seen);
              assertNotNull(seen.id());
              assertEquals(seen instanceof Columned ? null : seen.id(), seen.found);
            }
          });
    }
  }

  @Test
  void an_id_that_was_generated_is_not_changed_by_the_callback() {
    try (var unit = TestUnit.of(Numbered.class)) {
      Numbered numbered = new Numbered();
      numbered.wanted = -1L;
      var refused =
          assertThrows(
              PersistenceException.class,
              () -> unit.inTransaction(manager -> manager.persist(numbered)));
      assertTrue(
          refused.getMessage().contains("changed the generated id to -1"), refused::getMessage);
      assertNull(numbered.id, "it is as new as before");
      numbered.wanted = null;
      unit.inTransaction(manager -> manager.persist(numbered));
      assertEquals(1L, unit.value("select count(*) from numbered"));
    }
  }

  /// What the callback has found as the id.
  @MappedSuperclass
  abstract static class Seen {
    @Transient Object found;

    abstract Object id();

    @PrePersist
    void look() {
      found = id();
    }
  }

  @Entity(name = "Numbered")
  static class Numbered extends Seen {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    Long id;

    @Transient Long wanted;

    @Override
    Object id() {
      return id;
    }

    @PrePersist
    void want() {
      if (wanted != null) {
        id = wanted;
      }
    }
  }

  @Entity(name = "Counted")
  static class Counted extends Seen {
    @Id
    @GeneratedValue(strategy = GenerationType.TABLE)
    Long id;

    @Override
    Object id() {
      return id;
    }
  }

  @Entity(name = "Random")
  static class Random extends Seen {
    @Id @GeneratedValue UUID id;

    @Override
    Object id() {
      return id;
    }
  }

  @Entity(name = "Columned")
  static class Columned extends Seen {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;

    @Override
    Object id() {
      return id;
    }
  }

  @Test
  void a_cascade_calls_as_persist_does_at_once_and_at_flush() {
    factory.runInTransaction(
        manager -> {
          Sender sender = new Sender();
          sender.name = "Ada";
          Letter first = Letter.of("first");
          first.sender = sender;
          sender.letters.add(first);
          manager.persist(sender);
          assertEquals(List.of("prePersist first id true"), calls());
          Letter second = Letter.of("second");
          second.sender = sender;
          sender.letters.add(second);
          assertEquals(List.of(), calls());
          manager.flush();
          assertEquals(
              List.of(
                  "prePersist second id true",
                  "postPersist first id true",
                  "postPersist second id true"),
              calls());
        });
  }

  @Test
  void an_update_calls_around_it_and_writes_what_the_callback_changed() {
    Long id = stored("old");
    factory.runInTransaction(
        manager -> {
          manager.find(Letter.class, id).text = "new";
          calls();
          manager.flush();
          assertEquals(List.of("preUpdate new", "postUpdate new version 1"), calls());
          manager.flush();
          assertEquals(List.of(), calls());
        });
    try (EntityManager manager = factory.createEntityManager()) {
      assertEquals("changed", manager.find(Letter.class, id).stamp);
    }
  }

  @Test
  void an_instance_that_did_not_change_is_not_told() {
    Long id = stored("same");
    factory.runInTransaction(
        manager -> {
          Letter letter = manager.find(Letter.class, id);
          letter.text = "same";
          calls();
        });
    assertEquals(List.of(), calls());
  }

  @Test
  void a_callback_that_undoes_the_change_leaves_nothing_to_write() {
    factory.runInTransaction(
        manager -> {
          Bell bell = new Bell();
          bell.id = 1;
          bell.tone = "a";
          manager.persist(bell);
          manager.flush();
          List<String> rung = new ArrayList<>();
          bell.afterwards = () -> rung.add("rung");
          bell.tone = "undo";
          manager.flush();
          assertEquals(List.of(), rung);
        });
  }

  @Test
  void remove_calls_at_once_and_after_the_row_is_gone() {
    Long id = stored("gone");
    factory.runInTransaction(
        manager -> {
          Letter letter = manager.find(Letter.class, id);
          calls();
          manager.remove(letter);
          assertEquals(List.of("preRemove gone"), calls());
          manager.remove(letter);
          manager.flush();
          assertEquals(List.of("postRemove gone"), calls());
        });
  }

  @Test
  void an_orphan_is_told_as_a_removed_instance_is() {
    factory.runInTransaction(
        manager -> {
          Sender sender = new Sender();
          Letter letter = Letter.of("orphan");
          letter.sender = sender;
          sender.letters.add(letter);
          manager.persist(sender);
          manager.flush();
          calls();
          sender.letters.clear();
          manager.flush();
          assertEquals(List.of("preRemove orphan", "postRemove orphan"), calls());
        });
  }

  @Test
  void loading_calls_once_the_eager_state_is_there() {
    factory.runInTransaction(
        manager -> {
          Letter letter = Letter.of("loaded");
          letter.sender = new Sender();
          letter.sender.name = "Ada";
          manager.persist(letter);
        });
    calls();
    try (EntityManager manager = factory.createEntityManager()) {
      Letter letter = manager.createQuery("select l from Letter l", Letter.class).getSingleResult();
      assertEquals(List.of("postLoad loaded from Ada"), calls());
      assertEquals("loaded", letter.loadedText);
      assertSame(letter, manager.find(Letter.class, letter.id));
      assertEquals(List.of(), calls());
      manager.refresh(letter);
      assertEquals(List.of("postLoad loaded from Ada"), calls());
    }
  }

  @Test
  void a_reference_and_a_lazy_collection_call_when_they_are_loaded() {
    Long id =
        factory.callInTransaction(
            manager -> {
              Sender sender = new Sender();
              sender.name = "Eve";
              Letter letter = Letter.of("lazy");
              letter.sender = sender;
              sender.letters.add(letter);
              manager.persist(sender);
              return letter.id;
            });
    calls();
    try (EntityManager manager = factory.createEntityManager()) {
      Letter reference = manager.getReference(Letter.class, id);
      assertEquals(List.of(), calls());
      factory.getPersistenceUnitUtil().load(reference);
      assertEquals(List.of("postLoad lazy from Eve"), calls());
      manager.clear();
      Sender sender = manager.createQuery("select s from Sender s", Sender.class).getSingleResult();
      assertEquals(List.of(), calls());
      assertEquals(1, sender.letters.size());
      assertEquals(List.of("postLoad lazy from Eve"), calls());
    }
  }

  @Test
  void merge_calls_as_persist_for_a_new_instance_and_as_loading_for_a_known_one() {
    Letter merged = factory.callInTransaction(manager -> manager.merge(Letter.of("merged")));
    assertEquals(List.of("prePersist merged id true", "postPersist merged id true"), calls());
    merged.text = "again";
    factory.runInTransaction(
        manager -> {
          Letter managed = manager.merge(merged);
          assertEquals(List.of("postLoad merged from null"), calls());
          assertEquals("again", managed.text);
        });
    assertEquals(List.of("preUpdate again", "postUpdate again version 1"), calls());
  }

  @Test
  void what_fails_after_the_write_rolls_it_back_at_commit() {
    Long id = stored("kept");
    try (EntityManager manager = factory.createEntityManager()) {
      manager.getTransaction().begin();
      Letter letter = manager.find(Letter.class, id);
      letter.text = "lost";
      letter.failsAfterUpdate = true;
      var failure = assertThrows(RollbackException.class, manager.getTransaction()::commit);
      assertEquals("after the update", failure.getCause().getMessage());
      assertFalse(manager.getTransaction().isActive());
    }
    try (EntityManager manager = factory.createEntityManager()) {
      assertEquals("kept", manager.find(Letter.class, id).text);
    }
  }

  @Test
  void what_fails_in_an_operation_comes_out_as_it_is_and_marks_the_transaction() {
    try (EntityManager manager = factory.createEntityManager()) {
      manager.getTransaction().begin();
      Bell bell = new Bell();
      bell.id = 7;
      bell.afterwards =
          () -> {
            throw new ArithmeticException("ding");
          };
      manager.persist(bell);
      assertThrows(ArithmeticException.class, manager::flush);
      assertTrue(manager.getTransaction().getRollbackOnly());
      manager.getTransaction().rollback();
      assertNull(manager.find(Bell.class, 7));
    }
  }

  @Test
  void what_a_callback_changes_after_the_write_is_written_with_the_commit() {
    factory.runInTransaction(
        manager -> {
          Bell bell = new Bell();
          bell.id = 8;
          bell.tone = "a";
          bell.afterwards = () -> bell.tone = "b";
          manager.persist(bell);
        });
    try (EntityManager manager = factory.createEntityManager()) {
      assertEquals("b", manager.find(Bell.class, 8).tone);
    }
  }

  @Test
  void many_instances_with_callbacks_are_written_as_many_without() {
    try (EntityManager manager = factory.createEntityManager()) {
      manager.getTransaction().begin();
      for (int i = 0; i < 1_000; i++) {
        Bell bell = new Bell();
        bell.id = i;
        manager.persist(bell);
      }
      ConnectionStatistics before = factory.unwrap(ConnectionStatistics.class);
      manager.flush();
      long roundTrips = factory.unwrap(ConnectionStatistics.class).since(before).roundTrips();
      assertTrue(roundTrips <= 3, () -> roundTrips + " round trips");
      manager.getTransaction().rollback();
    }
  }
}
