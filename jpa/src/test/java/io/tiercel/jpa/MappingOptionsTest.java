package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Version;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// `@Lob` as large objects and UUIDs as text, for a unit or by column definition.
@NullUnmarked // a null where none is expected fails the test by itself
class MappingOptionsTest {
  @Entity(name = "Document")
  static class Document {
    @Id UUID id;
    @Version int version;
    @Lob byte[] content;
    @Lob String text;
    @Lob Character[] letters;
    byte[] small;

    protected Document() {}

    Document(int number) {
      id = new UUID(0, number);
      content = new byte[] {1, 0, (byte) number};
      text = "täxt " + number;
      letters = new Character[] {'ä'};
      small = new byte[] {9};
    }
  }

  @Entity(name = "Attachment")
  static class Attachment {
    @Id int id;

    @Column(columnDefinition = "oid")
    byte[] content;

    @Lob byte[] inline;
  }

  private static EntityManagerFactory factory(TestDatabase database, String lobs) {
    return new PersistenceConfiguration("options")
        .provider(TiercelPersistenceProvider.class.getName())
        .managedClass(Document.class)
        .managedClass(Attachment.class)
        .property(UnitProperties.URL, database.jdbcUrl())
        .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
        .property("tiercel.mapping.lob", lobs)
        .property("tiercel.mapping.uuid", "text")
        .createEntityManagerFactory();
  }

  /// One row is an INSERT, the others come as arrays: a COPY cannot make large objects.
  @EveryPostgres
  void lobs_are_large_objects_and_uuids_text(TestServer server) {
    try (TestDatabase database = server.newDatabase();
        EntityManagerFactory factory = factory(database, "oid")) {
      assertEquals(
          List.of("character varying", "integer", "oid", "oid", "oid", "bytea"), types(factory));
      int number = 0;
      for (int rows : new int[] {1, 3, 201}) {
        int first = number;
        factory.runInTransaction(
            manager -> {
              for (int i = 0; i < rows; i++) {
                manager.persist(new Document(first + i));
              }
            });
        number += rows;
      }
      for (int i = 0; i < number; i++) {
        Document document = found(factory, i);
        assertArrayEquals(new byte[] {1, 0, (byte) i}, document.content);
        assertEquals("täxt " + i, document.text);
        assertArrayEquals(new Character[] {'ä'}, document.letters);
        assertArrayEquals(new byte[] {9}, document.small);
        assertEquals(0, document.version);
      }
      change(factory);
      queries(factory);
    }
  }

  private static void change(EntityManagerFactory factory) {
    factory.runInTransaction(manager -> manager.find(Document.class, id(0)).text = "one");
    factory.runInTransaction(
        manager -> {
          for (int i = 1; i < 4; i++) {
            Document document = manager.find(Document.class, id(i));
            document.content = i == 2 ? null : new byte[] {(byte) i};
            document.text = "some " + i;
          }
        });
    assertEquals("one", found(factory, 0).text);
    assertArrayEquals(new byte[] {3}, found(factory, 3).content);
    assertEquals("some 3", found(factory, 3).text);
    assertNull(found(factory, 2).content);
  }

  private static void queries(EntityManagerFactory factory) {
    factory.runInTransaction(
        manager -> {
          assertEquals(
              List.of(id(3)),
              manager
                  .createQuery("select d.id from Document d where d.text = :text", UUID.class)
                  .setParameter("text", "some 3")
                  .getResultList());
          assertEquals(
              1,
              manager
                  .createQuery("update Document d set d.text = upper(d.text) where d.id = :id")
                  .setParameter("id", id(3))
                  .executeUpdate());
          assertEquals(
              "SOME 3",
              manager
                  .createQuery("select d.text from Document d where d.id = :id", String.class)
                  .setParameter("id", id(3))
                  .getSingleResult());
        });
  }

  private static UUID id(int number) {
    return new UUID(0, number);
  }

  private static Document found(EntityManagerFactory factory, int number) {
    return factory.callInTransaction(manager -> manager.find(Document.class, id(number)));
  }

  private static Object types(EntityManagerFactory factory) {
    return factory.callInTransaction(
        manager ->
            manager
                .createNativeQuery(
                    """
                    select data_type::text from information_schema.columns
                    where table_name = 'document' order by ordinal_position\
                    """,
                    String.class)
                .getResultList());
  }

  @Test
  void a_column_definition_decides_for_one_attribute() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = factory(database, "inline")) {
      factory.runInTransaction(
          manager -> {
            Attachment attachment = new Attachment();
            attachment.id = 1;
            attachment.content = new byte[] {7};
            attachment.inline = new byte[] {8};
            manager.persist(attachment);
          });
      assertArrayEquals(
          new byte[] {7, 8},
          factory.callInTransaction(
              manager ->
                  (byte[])
                      manager
                          .createNativeQuery(
                              "select lo_get(content) || inline from attachment", byte[].class)
                          .getSingleResult()));
    }
  }

  @Test
  void bytes_are_not_written_to_a_column_of_oids() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = factory(database, "inline")) {
      database.execute("alter table attachment alter column inline type oid using null");
      String message =
          assertThrows(
                  PersistenceException.class,
                  () ->
                      factory.runInTransaction(
                          manager -> {
                            for (int i = 0; i < 2; i++) {
                              Attachment attachment = new Attachment();
                              attachment.id = i;
                              attachment.inline = new byte[] {1};
                              manager.persist(attachment);
                            }
                          }))
              .getCause()
              .getMessage();
      assertTrue(message.contains("attachment.inline holds large objects"), message);
    }
  }

  @Test
  void another_value_of_the_option_is_refused() {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      String message =
          assertThrows(PersistenceException.class, () -> factory(database, "blob")).getMessage();
      assertTrue(message.contains("tiercel.mapping.lob") && message.contains("oid"), message);
    }
  }
}
