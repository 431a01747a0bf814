package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.PersistenceConfiguration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Associations with hierarchies of entities whose ids have several columns, and those that such
/// entities hold in embeddables (Jakarta Persistence 3.2, sections 2.4, 2.6 and 2.13).
@NullUnmarked // a null where none is expected fails the test by itself
class HierarchyReferenceTest {
  @Embeddable
  record DocumentId(String shelf, int number) {}

  @Embeddable
  static class Origin {
    String remark;

    @ManyToOne(fetch = FetchType.LAZY)
    Publisher publisher;
  }

  @Entity(name = "Publisher")
  static class Publisher {
    @Id int id;
    String name;

    String name() {
      return name;
    }
  }

  @Entity(name = "Document")
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Document {
    @EmbeddedId DocumentId id;
    Origin origin;

    @OneToMany(mappedBy = "document")
    List<Copy> copies = new ArrayList<>();

    @ManyToMany Set<Document> cited = new HashSet<>();
  }

  @Entity(name = "Article")
  static class Article extends Document {
    int pages;

    @ManyToOne(fetch = FetchType.LAZY)
    Document reviews;

    int pages() {
      return pages;
    }
  }

  @Entity(name = "Copy")
  static class Copy {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Document document;
  }

  @Entity(name = "Abstract")
  static class Summary {
    @EmbeddedId DocumentId id;
    @MapsId @OneToOne Article article;
    String text;
  }

  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    var unit =
        new PersistenceConfiguration("documents")
            .provider(TiercelPersistenceProvider.class.getName())
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create");
    List.of(
            DocumentId.class,
            Origin.class,
            Publisher.class,
            Document.class,
            Article.class,
            Copy.class,
            Summary.class)
        .forEach(unit::managedClass);
    factory = unit.createEntityManagerFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @Test
  void they_lead_to_instances_of_their_classes() {
    factory.runInTransaction(
        manager -> {
          Publisher publisher = new Publisher();
          publisher.name = "Press";
          manager.persist(publisher);
          Document plain = new Document();
          plain.id = new DocumentId("A", 1);
          manager.persist(plain);
          Article article = new Article();
          article.id = new DocumentId("A", 2);
          article.pages = 12;
          article.reviews = plain;
          article.cited.add(plain);
          article.origin = new Origin();
          article.origin.publisher = publisher;
          manager.persist(article);
          for (int i = 0; i < 3; i++) {
            Copy copy = new Copy();
            copy.id = i;
            copy.document = i == 0 ? plain : article;
            manager.persist(copy);
          }
          Summary summary = new Summary();
          summary.article = article;
          summary.text = "short";
          manager.persist(summary);
        });
    try (EntityManager manager = factory.createEntityManager()) {
      Summary summary = manager.find(Summary.class, new DocumentId("A", 2));
      Article article = summary.article;
      assertEquals(12, article.pages());
      assertEquals("Press", article.origin.publisher.name());
      assertEquals(2, article.copies.size());
      assertEquals(1, article.cited.size());
      assertEquals("A", article.reviews.id.shelf());
      List<Copy> copies =
          manager.createQuery("from Copy c order by c.id", Copy.class).getResultList();
      assertSame(article, copies.getLast().document);
      assertInstanceOf(Article.class, manager.find(Document.class, new DocumentId("A", 2)));
      assertEquals(
          List.of(1, 2),
          manager
              .createQuery(
                  "select c.id from Copy c where c.document = :a order by c.id", Integer.class)
              .setParameter("a", article)
              .getResultList());
      assertEquals(
          List.of("Press"),
          manager
              .createQuery("select p.name from Article a join a.origin.publisher p", String.class)
              .getResultList());
    }
    factory.runInTransaction(
        manager -> {
          Article article = manager.find(Article.class, new DocumentId("A", 2));
          article.origin.publisher = null;
          article.reviews = null;
          article.copies.forEach(copy -> copy.document = article.cited.iterator().next());
        });
    try (EntityManager manager = factory.createEntityManager()) {
      assertEquals(3, manager.find(Document.class, new DocumentId("A", 1)).copies.size());
      assertEquals(
          1L,
          manager
              .createQuery("select count(a) from Article a where a.reviews is null", Long.class)
              .getSingleResult());
    }
  }
}
