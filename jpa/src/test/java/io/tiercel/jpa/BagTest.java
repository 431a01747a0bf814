package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Lists with a join table that hold an element more than once.
@NullUnmarked // a null where none is expected fails the test by itself
class BagTest {
  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @Entity(name = "Playlist")
  static class Playlist {
    @Id int id;
    @Version int version;

    /// The table has no key.
    @ManyToMany
    @JoinTable(name = "played")
    List<Song> played = new ArrayList<>();

    /// The table has the key it is generated with.
    @ManyToMany
    @JoinTable(name = "liked")
    List<Song> liked = new ArrayList<>();
  }

  @Entity(name = "Song")
  static class Song {
    @Id int id;

    protected Song() {}

    Song(int id) {
      this.id = id;
    }
  }

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("playlists")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Playlist.class)
            .managedClass(Song.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .createEntityManagerFactory();
    database.execute("alter table played drop constraint played_pkey");
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
          Playlist list = new Playlist();
          list.id = 1;
          for (int i = 1; i <= 3; i++) {
            Song song = new Song(i);
            manager.persist(song);
            list.played.add(song);
            list.liked.add(song);
          }
          manager.persist(list);
        });
  }

  private static void change(Consumer<Playlist> work) {
    factory.runInTransaction(manager -> work.accept(manager.find(Playlist.class, 1)));
  }

  private static List<Integer> played() {
    return factory.callInTransaction(
        manager ->
            manager.find(Playlist.class, 1).played.stream().map(song -> song.id).sorted().toList());
  }

  @Test
  void a_table_without_a_key_has_a_row_for_each_time() {
    change(
        list -> {
          list.played.add(list.played.get(0));
          list.played.add(list.played.get(1));
          list.played.add(list.played.get(1));
        });
    assertEquals(List.of(1, 1, 2, 2, 2, 3), played());
    change(
        list -> {
          Song twice = song(list, 2);
          list.played.remove(twice);
          list.played.add(song(list, 3));
        });
    assertEquals(List.of(1, 1, 2, 2, 3, 3), played());
    change(list -> list.played.removeAll(List.of(song(list, 2))));
    assertEquals(List.of(1, 1, 3, 3), played());
    change(list -> list.played = new ArrayList<>(List.of(song(list, 3))));
    assertEquals(List.of(3), played());
  }

  private static Song song(Playlist list, int id) {
    return list.played.stream().filter(song -> song.id == id).findFirst().orElseThrow();
  }

  @Test
  void a_new_owner_and_a_removed_one_may_hold_an_element_twice() {
    factory.runInTransaction(
        manager -> {
          Playlist list = new Playlist();
          list.id = 2;
          list.played.add(manager.find(Song.class, 1));
          list.played.add(manager.find(Song.class, 1));
          manager.persist(list);
        });
    factory.runInTransaction(
        manager -> {
          Playlist list = manager.find(Playlist.class, 2);
          assertEquals(2, list.played.size());
          manager.remove(list);
        });
    factory.runInTransaction(
        manager ->
            assertEquals(
                3L, manager.createNativeQuery("select count(*) from played").getSingleResult()));
  }

  @Test
  void only_a_change_of_the_list_counts_its_owner_up() {
    change(list -> list.played.add(list.played.get(0)));
    int before = version();
    change(list -> list.played.addFirst(list.played.removeLast()));
    assertEquals(before, version());
    change(list -> list.played.removeLast());
    assertEquals(before + 1, version());
  }

  private static int version() {
    return factory.callInTransaction(
        (EntityManager manager) -> manager.find(Playlist.class, 1).version);
  }

  @Test
  void a_key_that_forbids_it_is_named_with_the_list() {
    RollbackException refused =
        assertThrows(
            RollbackException.class, () -> change(list -> list.liked.add(list.liked.get(0))));
    assertTrue(
        refused
            .getCause()
            .getMessage()
            .startsWith(
                "Playlist.liked of Playlist#1 holds an element twice, which the key of join table"
                    + " liked forbids: "),
        refused::getMessage);
    assertTrue(refused.getMessage().contains("make it a Set"), refused::getMessage);
    assertTrue(!(refused.getCause() instanceof OptimisticLockException));
  }
}
