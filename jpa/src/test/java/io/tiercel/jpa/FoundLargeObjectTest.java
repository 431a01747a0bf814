package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.StatementListener;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `@Lob` (Jakarta Persistence 3.2, section 11.1.28) in tables that are there: as they have it.
@NullUnmarked // a null where none is expected fails the test by itself
class FoundLargeObjectTest {
  private TestDatabase database;

  @Entity(name = "Photo")
  @Table(name = "photo", schema = "album")
  static class Photo {
    @Id int id;
    @Lob byte[] image;
    @Lob Byte[] thumbnail;
    @Lob String caption;
    Place place;
  }

  @Embeddable
  static class Place {
    @Lob byte[] map;
  }

  @Entity(name = "Plain")
  static class Plain {
    @Id int id;
    byte[] bytes;
  }

  @BeforeEach
  void open() {
    database = TestServer.v18().newDatabase();
    database.execute(
        "create schema album",
        "create domain lo as oid",
        """
        create table album.photo (
          id int primary key, image oid, thumbnail bytea, caption varchar(400), map lo)\
        """);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private EntityManagerFactory factory(Map<String, ?> properties) {
    var unit =
        new PersistenceConfiguration("photos")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Photo.class)
            .property(UnitProperties.URL, database.jdbcUrl());
    properties.forEach(unit::property);
    return unit.createEntityManagerFactory();
  }

  private static void persist(EntityManagerFactory factory, int rows) {
    factory.runInTransaction(
        manager -> {
          for (int i = 0; i < rows; i++) {
            var photo = new Photo();
            photo.id = i;
            photo.image = new byte[] {1, 2, (byte) i};
            photo.thumbnail = new Byte[] {(byte) i};
            photo.caption = "number " + i;
            photo.place = new Place();
            photo.place.map = new byte[] {(byte) i, 9};
            manager.persist(photo);
          }
        });
  }

  private static void assertStored(EntityManagerFactory factory, int rows) {
    factory.runInTransaction(
        manager -> {
          var photos = manager.createQuery("from Photo p", Photo.class).getResultList();
          assertEquals(rows, photos.size());
          for (Photo photo : photos) {
            assertArrayEquals(new byte[] {1, 2, (byte) photo.id}, photo.image);
            assertArrayEquals(new Byte[] {(byte) photo.id}, photo.thumbnail);
            assertEquals("number " + photo.id, photo.caption);
            assertArrayEquals(new byte[] {(byte) photo.id, 9}, photo.place.map);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 250})
  void lobs_are_large_objects_where_the_table_has_oid_columns(int rows) {
    try (var factory = factory(Map.of())) {
      persist(factory, rows);
      assertStored(factory, rows);
      factory.runInTransaction(
          manager ->
              assertEquals(
                  2L * rows,
                  manager
                      .createNativeQuery("select count(*) from pg_largeobject_metadata", Long.class)
                      .getSingleResult()));
    }
  }

  @Test
  void the_tables_that_a_unit_makes_hold_lobs_inline_whatever_was_there() {
    try (var factory =
        factory(Map.of(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "drop-and-create"))) {
      persist(factory, 3);
      assertStored(factory, 3);
    }
    try (var factory =
        factory(Map.of(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "validate"))) {
      assertStored(factory, 3);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"validate", "create"})
  void tables_with_oid_columns_are_valid(String action) {
    database.execute("alter table album.photo alter id type int, alter caption type text");
    try (var factory =
        factory(Map.of(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, action))) {
      persist(factory, 3);
      assertStored(factory, 3);
    }
  }

  @Test
  void a_property_goes_before_what_the_tables_have() {
    try (var factory = factory(Map.of(UnitProperties.LOBS, "inline"))) {
      assertThrows(PersistenceException.class, () -> persist(factory, 3));
    }
  }

  @Test
  void looking_takes_one_statement_and_none_without_lobs() {
    List<String> statements = new ArrayList<>();
    StatementListener listener = event -> statements.add(event.sql());
    factory(Map.of(UnitProperties.STATEMENT_LISTENER, listener)).close();
    assertEquals(1, statements.size(), statements::toString);
    statements.clear();
    new PersistenceConfiguration("plain")
        .provider(TiercelPersistenceProvider.class.getName())
        .managedClass(Plain.class)
        .property(UnitProperties.URL, database.jdbcUrl())
        .property(UnitProperties.STATEMENT_LISTENER, listener)
        .createEntityManagerFactory()
        .close();
    assertEquals(List.of(), statements);
  }
}
