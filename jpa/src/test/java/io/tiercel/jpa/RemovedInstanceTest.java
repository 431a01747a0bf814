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
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityExistsException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Instances that are removed stay so until the transaction ends, also after a flush has deleted
/// their rows (sections 3.2.2 to 3.2.7).
@NullUnmarked // a null where none is expected fails the test by itself
class RemovedInstanceTest {
  private static TestDatabase database;
  private static EntityManagerFactory factory;
  private static Long id;

  @Entity(name = "Album")
  static class Album {
    @Id @GeneratedValue Long id;
    @Version int version;
    String title;

    @OneToMany(mappedBy = "album", cascade = CascadeType.ALL)
    List<Track> tracks = new ArrayList<>();

    @ManyToMany Set<Genre> genres = new HashSet<>();
  }

  @Entity(name = "Track")
  static class Track {
    @Id @GeneratedValue Long id;

    @ManyToOne(fetch = FetchType.LAZY)
    Album album;
  }

  @Entity(name = "Genre")
  static class Genre {
    @Id String name;

    protected Genre() {}

    Genre(String name) {
      this.name = name;
    }
  }

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("albums")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Album.class)
            .managedClass(Track.class)
            .managedClass(Genre.class)
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
    id =
        factory.callInTransaction(
            manager -> {
              Album album = new Album();
              album.title = "first";
              for (int i = 0; i < 2; i++) {
                Track track = new Track();
                track.album = album;
                album.tracks.add(track);
              }
              Genre genre = new Genre("folk");
              manager.persist(genre);
              album.genres.add(genre);
              manager.persist(album);
              return album.id;
            });
  }

  private static Album removed(EntityManager manager) {
    Album album = manager.find(Album.class, id);
    manager.remove(album);
    manager.flush();
    return album;
  }

  @Test
  void a_removed_instance_is_managed_again_when_it_is_persisted_after_the_flush() {
    factory.runInTransaction(
        manager -> {
          Album album = removed(manager);
          assertFalse(manager.contains(album));
          assertNull(manager.find(Album.class, id));
          manager.persist(album);
          assertTrue(manager.contains(album));
          assertSame(album, manager.find(Album.class, id));
          album.title = "second";
        });
    factory.runInTransaction(
        manager -> {
          Album album = manager.find(Album.class, id);
          assertEquals("second", album.title);
          assertEquals(2, album.tracks.size());
          assertEquals(Set.of(), album.genres);
        });
  }

  @Test
  void one_that_is_removed_and_persisted_in_turn_ends_as_it_was_last_called() {
    factory.runInTransaction(
        manager -> {
          Album album = removed(manager);
          manager.persist(album);
          manager.flush();
          album.genres.add(manager.find(Genre.class, "folk"));
          manager.flush();
          manager.remove(album);
          manager.flush();
          manager.persist(album);
          manager.remove(album);
        });
    factory.runInTransaction(manager -> assertNull(manager.find(Album.class, id)));
  }

  @Test
  void to_remove_it_again_does_nothing_and_to_merge_it_is_refused() {
    factory.runInTransaction(
        manager -> {
          Album album = removed(manager);
          IllegalArgumentException refused =
              assertThrows(IllegalArgumentException.class, () -> manager.merge(album));
          assertTrue(refused.getMessage().contains("it is removed"), refused::getMessage);
          assertTrue(manager.getTransaction().getRollbackOnly());
        });
    factory.runInTransaction(
        manager -> {
          Album album = removed(manager);
          manager.remove(album);
        });
    factory.runInTransaction(manager -> assertNull(manager.find(Album.class, id)));
  }

  /// Section 3.2.7.1: also one that was persisted and removed before anything was written.
  @Test
  void one_that_was_never_written_is_removed_all_the_same() {
    factory.runInTransaction(
        manager -> {
          Album album = new Album();
          manager.persist(album);
          manager.remove(album);
          assertFalse(manager.contains(album));
          IllegalArgumentException refused =
              assertThrows(IllegalArgumentException.class, () -> manager.merge(album));
          assertTrue(refused.getMessage().contains("it is removed"), refused::getMessage);
        });
    Long persisted =
        factory.callInTransaction(
            manager -> {
              Album album = new Album();
              manager.persist(album);
              manager.remove(album);
              manager.remove(album);
              manager.persist(album);
              assertTrue(manager.contains(album));
              return album.id;
            });
    factory.runInTransaction(
        manager -> {
          assertNotNull(manager.find(Album.class, persisted));
          Genre genre = new Genre("jazz");
          manager.persist(genre);
          manager.remove(genre);
          genre.name = "blues";
          manager.persist(genre);
        });
    factory.runInTransaction(
        manager -> {
          assertNotNull(manager.find(Genre.class, "blues"));
          assertNull(manager.find(Genre.class, "jazz"));
        });
  }

  @Test
  void it_is_detached_once_the_transaction_has_ended() {
    try (EntityManager manager = factory.createEntityManager()) {
      manager.getTransaction().begin();
      Album album = removed(manager);
      manager.getTransaction().commit();
      manager.getTransaction().begin();
      assertThrows(EntityExistsException.class, () -> manager.persist(album));
      manager.getTransaction().rollback();
    }
  }

  @Test
  void a_collection_that_still_holds_it_does_not_bring_it_back() {
    factory.runInTransaction(
        manager -> {
          Album album = manager.find(Album.class, id);
          manager.remove(album.tracks.getFirst());
          manager.flush();
          album.title = "second";
        });
    factory.runInTransaction(
        manager -> {
          assertEquals("second", manager.find(Album.class, id).title);
          assertEquals(1, manager.find(Album.class, id).tracks.size());
        });
  }

  @Test
  void a_reference_to_it_is_refused_by_name() {
    factory.runInTransaction(
        manager -> {
          Album album = removed(manager);
          Track track = new Track();
          track.album = album;
          manager.persist(track);
          IllegalStateException refused = assertThrows(IllegalStateException.class, manager::flush);
          assertTrue(
              refused.getMessage().contains("refers to Album#" + id + ", which is removed"),
              refused::getMessage);
          manager.remove(track);
        });
  }

  @Test
  void its_id_is_free_for_another_instance_after_the_flush() {
    factory.runInTransaction(
        manager -> {
          Genre genre = manager.find(Genre.class, "folk");
          manager.find(Album.class, id).genres.clear();
          manager.remove(genre);
          EntityExistsException refused =
              assertThrows(EntityExistsException.class, () -> manager.persist(new Genre("folk")));
          assertTrue(refused.getMessage().contains("Hint: flush first"), refused::getMessage);
          manager.getTransaction().rollback();
          manager.getTransaction().begin();
          manager.find(Album.class, id).genres.clear();
          manager.remove(manager.find(Genre.class, "folk"));
          manager.flush();
          manager.persist(new Genre("folk"));
        });
    factory.runInTransaction(manager -> assertNotNull(manager.find(Genre.class, "folk")));
  }
}
