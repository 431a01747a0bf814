package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.Shelves.Book;
import io.tiercel.jpa.Shelves.Furniture;
import io.tiercel.jpa.Shelves.Journal;
import io.tiercel.jpa.Shelves.Place;
import io.tiercel.jpa.Shelves.Shelf;
import io.tiercel.jpa.Shelves.Trunk;
import io.tiercel.jpa.Shelves.TrunkId;
import io.tiercel.jpa.Shelves.Wood;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Mapping files (Jakarta Persistence 3.2, chapter 12).
@NullUnmarked // a null where none is expected fails the test by itself
class MappingFileTest {
  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory = unit("io/tiercel/jpa/shelves.xml").createEntityManagerFactory();
  }

  private static PersistenceConfiguration unit(String mappingFile) {
    return new PersistenceConfiguration("shelves")
        .provider(TiercelPersistenceProvider.class.getName())
        .mappingFile(mappingFile)
        .property("jakarta.persistence.jdbc.url", database.jdbcUrl())
        .property("jakarta.persistence.schema-generation.database.action", "create");
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  private static Shelf shelf(String label) {
    Shelf shelf = new Shelf();
    shelf.label = label;
    shelf.width = 900;
    shelf.wood = Wood.OAK;
    shelf.place = new Place();
    shelf.place.room = "study";
    shelf.place.wall = 'n';
    return shelf;
  }

  private static Book book(String isbn, String title, Shelf shelf) {
    Book book = new Book();
    book.isbn = isbn;
    book.title = title;
    book.shelf = shelf;
    shelf.books.add(book);
    return book;
  }

  @Test
  void classes_without_annotations_are_stored_as_the_file_says() {
    Long id =
        factory.callInTransaction(
            manager -> {
              Shelf shelf = shelf("stored");
              shelf.unmentioned = "a basic attribute by default";
              book("1", "A", shelf);
              book("2", "B", shelf);
              // The books go along: the file has associations pass persist on.
              manager.persist(shelf);
              return shelf.getId();
            });
    try (EntityManager manager = factory.createEntityManager()) {
      Shelf found = manager.find(Shelf.class, id);
      assertEquals("study", found.place.room);
      assertEquals('n', found.place.wall);
      assertEquals(List.of("B", "A"), found.books.stream().map(book -> book.title).toList());
      assertEquals("a basic attribute by default", found.unmentioned);
      Object[] row =
          (Object[])
              manager
                  .createNativeQuery(
                      "select label, width_mm, wood, room_name, wall from bookshelf where id = ?1")
                  .setParameter(1, id)
                  .getSingleResult();
      assertEquals(List.of("stored", 900, "OAK", "study", (int) 'n'), List.of(row));
    }
  }

  @Test
  void the_file_overrides_some_annotations_of_an_entity_and_leaves_others() {
    factory.runInTransaction(
        manager -> {
          Shelf shelf = shelf("overrides");
          Book book = book("3", "C", shelf);
          book.pages = 77;
          manager.persist(shelf);
          manager.flush();
          Object[] row =
              (Object[])
                  manager
                      .createNativeQuery(
                          "select book_title, page_count, stands_on from library_book"
                              + " where isbn = '3'")
                      .getSingleResult();
          assertEquals(List.of("C", 77, shelf.getId()), List.of(row));
        });
    try (EntityManager manager = factory.createEntityManager()) {
      assertEquals(
          1L,
          manager
              .createNativeQuery(
                  "select count(*) from pg_constraint where conname in ('book_stands_on_shelf')")
              .getSingleResult());
      assertEquals(
          2L,
          manager
              .createNativeQuery(
                  "select count(*) from pg_class where relname in ('one_label', 'by_width')")
              .getSingleResult());
    }
  }

  @Test
  void named_queries_of_the_file_and_of_annotations_are_both_there() {
    factory.runInTransaction(manager -> manager.persist(shelf("queried")));
    factory.runInTransaction(
        manager -> {
          var query = manager.createNamedQuery("Shelf.wide", Shelf.class);
          assertEquals(LockModeType.READ, query.getLockMode());
          assertEquals("1000", query.getHints().get("jakarta.persistence.query.timeout"));
          assertTrue(!query.setParameter("width", 800).getResultList().isEmpty());
          assertNotNull(manager.createNamedQuery("Book.all", Book.class).getResultList());
        });
  }

  @Test
  void callbacks_and_default_listeners_of_the_file_are_called() {
    factory.runInTransaction(
        manager -> {
          Shelf shelf = shelf("told");
          manager.persist(shelf);
          assertTrue(Journal.NOTED.contains(shelf));
          manager.flush();
          assertEquals(0, shelf.updates);
          shelf.width = 1200;
          manager.flush();
          assertEquals(1, shelf.updates);
        });
  }

  @Test
  void the_metamodel_describes_what_the_file_maps() {
    var type = factory.getMetamodel().entity(Shelf.class);
    assertEquals("Shelf", type.getName());
    assertEquals(Furniture.class, type.getSupertype().getJavaType());
    assertEquals(Book.class, type.getList("books").getElementType().getJavaType());
    assertTrue(type.hasVersionAttribute());
    assertThrows(IllegalArgumentException.class, () -> type.getAttribute("updates"));
  }

  @Test
  void every_generated_id_comes_from_the_generator_of_the_file() {
    try (EntityManager manager = factory.createEntityManager()) {
      assertEquals(
          5L,
          manager
              .createNativeQuery(
                  "select increment_by from pg_sequences where sequencename = 'shelf_numbers'")
              .getSingleResult());
    }
  }

  @Test
  void defaults_of_the_unit_hold_where_nothing_else_is_said() {
    database.execute("create schema \"Attic\"");
    try (EntityManagerFactory attic =
        unit("io/tiercel/jpa/defaults.xml").createEntityManagerFactory()) {
      attic.runInTransaction(
          manager -> {
            Trunk trunk = trunk(1);
            trunk.setLabels(Set.of("old"));
            Trunk other = trunk(2);
            trunk.setNeighbours(Set.of(other));
            manager.persist(other);
            manager.persist(trunk);
            assertFalse(Journal.NOTED.contains(trunk));
          });
      try (EntityManager manager = attic.createEntityManager()) {
        Trunk found = manager.find(Trunk.class, new TrunkId("loft", 1));
        assertEquals(30, found.weight);
        assertEquals(Set.of("old"), found.getLabels());
        assertEquals(2, found.getNeighbours().iterator().next().getNumber());
        Object[] row =
            (Object[])
                manager
                    .createNativeQuery(
                        "select \"aRoom\", \"bNumber\", \"Text\", \"weight\""
                            + " from \"Attic\".\"Beside\", \"Attic\".\"Labels\","
                            + " \"Attic\".\"Trunk\" where \"number\" = 1")
                    .getSingleResult();
        assertEquals(List.of("loft", 2, "old", 30), List.of(row));
      }
    }
  }

  private static Trunk trunk(int number) {
    Trunk trunk = new Trunk();
    trunk.setRoom("loft");
    trunk.setNumber(number);
    trunk.weight = 30;
    return trunk;
  }

  // ---- refusals ----

  @TempDir Path directory;

  private String refusal(String xml) throws IOException {
    var refused = assertThrows(PersistenceException.class, () -> unitOf(xml));
    return String.valueOf(refused.getMessage());
  }

  /// A unit of one file of that content.
  private EntityManagerFactory unitOf(String xml) throws IOException {
    Files.writeString(directory.resolve("broken.xml"), xml);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (var loader = new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      return unit("broken.xml").createEntityManagerFactory();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /// Its id has a getter alone, so that it cannot be a property.
  static class Label {
    private int number;
    private String text;

    Label() {}

    Label(int number, String text) {
      this.number = number;
      this.text = text;
    }

    int getNumber() {
      return number;
    }

    String getText() {
      return text;
    }

    void setText(String text) {
      this.text = text;
    }
  }

  @Test
  void without_annotations_and_setters_the_fields_are_mapped() throws IOException {
    try (EntityManagerFactory labels =
        unitOf(
            """
            <entity-mappings>
              <entity class="io.tiercel.jpa.MappingFileTest$Label" name="Label">
                <attributes>
                  <id name="number"/>
                  <basic name="text"/>
                </attributes>
              </entity>
            </entity-mappings>
            """)) {
      labels.runInTransaction(manager -> manager.persist(new Label(7, "fragile")));
      labels.runInTransaction(
          manager -> assertEquals("fragile", manager.find(Label.class, 7).getText()));
    }
  }

  @Test
  void errors_name_file_line_and_element() throws IOException {
    String unknown =
        refusal(
            """
            <entity-mappings>
              <entity class="io.tiercel.jpa.Shelves$Book">
                <attributes>
                  <basic name="title"><colour/></basic>
                </attributes>
              </entity>
            </entity-mappings>
            """);
    assertTrue(unknown.contains("broken.xml:4: <colour>"), unknown);
    String missing = refusal("<entity-mappings><entity class='no.Such'/></entity-mappings>");
    assertTrue(missing.contains("<entity>: class no.Such is not on the class path"), missing);
    String number =
        refusal(
            """
            <entity-mappings>
              <sequence-generator name="s" allocation-size="many"/>
            </entity-mappings>
            """);
    assertTrue(number.contains("broken.xml:2"), number);
    assertTrue(number.contains("\"many\" is no number"), number);
  }

  @Test
  void a_file_with_a_document_type_reads_nothing_from_outside() throws IOException {
    Files.writeString(directory.resolve("secret.txt"), "secret");
    String refused =
        refusal(
            """
            <!DOCTYPE entity-mappings [<!ENTITY outside SYSTEM "%s">]>
            <entity-mappings><package>&outside;</package></entity-mappings>
            """
                .formatted(directory.resolve("secret.txt").toUri()));
    assertTrue(refused.contains("could not read mapping file broken.xml"), refused);
  }

  @Test
  void a_file_that_is_not_there_is_told() {
    var refused =
        assertThrows(
            PersistenceException.class, () -> unit("nowhere.xml").createEntityManagerFactory());
    assertTrue(refused.getMessage().contains("nowhere.xml, which is not on the class path"));
    assertNull(refused.getCause());
  }
}
