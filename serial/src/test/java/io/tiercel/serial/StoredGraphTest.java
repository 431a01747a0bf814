package io.tiercel.serial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tiercel.testkit.DocumentedExamples;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Version;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Graphs in columns of a real database, and the examples of `docs/object-graphs.md`.
@NullUnmarked // a null where none is expected fails the test by itself
@Timeout(60)
class StoredGraphTest {
  @Entity(name = "Folder")
  static class Folder {
    @Id int id;
    @Version int version;

    @Convert(converter = OrderConverters.ByJava.class)
    PlacedOrder java;

    @Convert(converter = OrderConverters.ByJson.class)
    @Lob
    PlacedOrder json;

    @Convert(converter = OrderConverters.ByJson.class)
    @Column(columnDefinition = "jsonb")
    PlacedOrder jsonb;

    @Convert(converter = OrderConverters.ByXml.class)
    @Column(columnDefinition = "text")
    PlacedOrder xml;

    @Convert(converter = OrderConverters.ByKryo.class)
    PlacedOrder kryo;

    @Convert(converter = OrderConverters.ByFory.class)
    PlacedOrder fory;

    List<PlacedOrder> orders() {
      return List.of(java, json, jsonb, xml, kryo, fory);
    }
  }

  private static EntityManagerFactory open(TestDatabase database, Class<?>... classes) {
    var unit =
        new PersistenceConfiguration("graphs")
            .provider("io.tiercel.jpa.TiercelPersistenceProvider")
            .property("jakarta.persistence.jdbc.url", database.jdbcUrl())
            .property("jakarta.persistence.schema-generation.database.action", "drop-and-create");
    for (Class<?> type : classes) {
      unit.managedClass(type);
    }
    return unit.createEntityManagerFactory();
  }

  private static void store(EntityManagerFactory factory) {
    factory.runInTransaction(
        manager -> {
          Folder folder = new Folder();
          folder.id = 1;
          folder.java = PlacedOrder.of(3);
          folder.json = PlacedOrder.of(3);
          folder.jsonb = PlacedOrder.of(3);
          folder.xml = PlacedOrder.of(3);
          folder.kryo = PlacedOrder.of(3);
          folder.fory = PlacedOrder.of(3);
          manager.persist(folder);
          Folder empty = new Folder();
          empty.id = 2;
          manager.persist(empty);
        });
  }

  private static int version(EntityManagerFactory factory) {
    return factory.callInTransaction(manager -> manager.find(Folder.class, 1).version);
  }

  @EveryPostgres
  void graphs_come_back_and_are_written_when_they_have_changed(TestServer server) {
    try (TestDatabase database = server.newDatabase();
        EntityManagerFactory factory = open(database, Folder.class)) {
      store(factory);
      int first = version(factory);
      factory.runInTransaction(
          manager -> {
            for (PlacedOrder order : manager.find(Folder.class, 1).orders()) {
              assertEquals(PlacedOrder.of(3).describe(), order.describe());
            }
            assertEquals(null, manager.find(Folder.class, 2).json);
          });
      assertEquals(first, version(factory), "nobody has changed anything");
      for (int i = 0; i < 6; i++) {
        int index = i;
        factory.runInTransaction(
            manager -> {
              PlacedOrder order = manager.find(Folder.class, 1).orders().get(index);
              order.lines.get(1).price = new BigDecimal("77.77");
            });
        assertEquals(first + index + 1, version(factory), "a change deep inside, of " + index);
        factory.runInTransaction(
            manager ->
                assertEquals(
                    new BigDecimal("77.77"),
                    manager.find(Folder.class, 1).orders().get(index).lines.get(1).price));
      }
    }
  }

  @EveryPostgres
  void what_is_stored_in_another_form_has_not_changed(TestServer server) {
    try (TestDatabase database = server.newDatabase();
        EntityManagerFactory factory = open(database, Folder.class)) {
      store(factory);
      int first = version(factory);
      // As an older version of the class could have written it: another order, and a field more.
      database.execute(
          "update folder set json = '{\"gone\" : 1, ' || substr(json, 2),"
              + " xml = replace(xml, '<customer>', '<gone>1</gone> <customer>')");
      factory.runInTransaction(
          manager ->
              manager
                  .find(Folder.class, 1)
                  .orders()
                  .forEach(order -> assertEquals(PlacedOrder.of(3).describe(), order.describe())));
      assertEquals(first, version(factory));
      factory.runInTransaction(manager -> manager.find(Folder.class, 1).json.customer = "other");
      assertEquals(first + 1, version(factory));
    }
  }

  @Test
  void what_cannot_be_read_says_whose_it_is() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = open(database, Folder.class)) {
      store(factory);
      database.execute("update folder set kryo = substr(kryo, 1, 40) where id = 1");
      var failure =
          assertThrows(
              PersistenceException.class,
              () -> factory.runInTransaction(manager -> manager.find(Folder.class, 1)));
      assertTrue(failure.getMessage().contains("Folder.kryo"), failure::getMessage);
      assertTrue(failure.getMessage().contains("from 40 bytes of Kryo"), failure::getMessage);
    }
  }

  // ---- the manual ----

  static class Basket {
    private final List<Article> articles;

    Basket(@JsonProperty("articles") List<Article> articles) {
      this.articles = new ArrayList<>(articles);
    }

    void put(Article article) {
      articles.add(article);
    }

    List<Article> articles() {
      return articles;
    }
  }

  record Article(String name, BigDecimal price) {}

  static class BasketConverter extends JsonConverter<Basket> {
    BasketConverter() {
      super(Article.class);
    }
  }

  @Entity(name = "Visit")
  static class Visit {
    @Id long id;

    @Convert(converter = BasketConverter.class)
    @Column(columnDefinition = "jsonb")
    Basket basket;
  }

  @Test
  void the_examples_of_the_manual() throws IOException {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = open(database, Visit.class)) {
      factory.runInTransaction(
          manager -> {
            var visit = new Visit();
            visit.id = 1;
            visit.basket = new Basket(List.of());
            manager.persist(visit);
          });
      factory.runInTransaction(
          manager -> {
            Visit visit = manager.find(Visit.class, 1L);
            visit.basket.put(new Article("falcon", new BigDecimal("12.50")));
          });
      factory.runInTransaction(
          manager -> {
            Visit visit = manager.find(Visit.class, 1L);
            assertEquals("falcon", visit.basket.articles().getFirst().name());
          });
    }
    DocumentedExamples.assertAllStandIn(
        Path.of("src/test/java/io/tiercel/serial/StoredGraphTest.java"),
        Path.of("../docs/object-graphs.md"));
  }
}
