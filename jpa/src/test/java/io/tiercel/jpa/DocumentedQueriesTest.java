package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.jpa.DocumentedExamplesTest.Author;
import io.tiercel.jpa.DocumentedExamplesTest.Book;
import io.tiercel.jpa.criteria.extension.CommonTable;
import io.tiercel.jpa.criteria.extension.ConflictUpdate;
import io.tiercel.jpa.criteria.extension.CriteriaExtensions;
import io.tiercel.jpa.criteria.extension.CriteriaInsert;
import io.tiercel.jpa.criteria.extension.TiercelCriteriaBuilder;
import io.tiercel.jpa.criteria.extension.Window;
import io.tiercel.jpa.criteria.extension.Window.Bound;
import io.tiercel.jpa.history.Histories;
import io.tiercel.jpa.history.SystemVersioned;
import io.tiercel.testkit.DocumentedExamples;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.ParameterMode;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.From;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Root;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The examples of `docs/queries.md`, run.
@NullUnmarked // a null where none is expected fails the test by itself
class DocumentedQueriesTest {
  private static final java.nio.file.Path PAGE = java.nio.file.Path.of("../docs/queries.md");
  private static final java.nio.file.Path THIS =
      java.nio.file.Path.of("src/test/java/io/tiercel/jpa/DocumentedQueriesTest.java");

  private final TestDatabase database = TestServer.v18().newDatabase();
  private EntityManagerFactory factory;
  private EntityManager manager;

  record Title(String title, int pages) {}

  @BeforeEach
  void open() {
    factory =
        new PersistenceConfiguration("library")
            .managedClass(Author.class)
            .managedClass(Book.class)
            .property(PersistenceConfiguration.JDBC_URL, database.jdbcUrl())
            .property(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "drop-and-create")
            .createEntityManagerFactory();
    factory.runInTransaction(
        filling -> {
          for (String name : List.of("J. A. Baker", "Helen Macdonald", "T. H. White")) {
            var author = new Author(name);
            new Book("First of " + name, 200, author);
            new Book("Second of " + name, 300, author);
            filling.persist(author);
          }
        });
    manager = factory.createEntityManager();
    manager.getTransaction().begin();
  }

  @AfterEach
  void close() {
    manager.getTransaction().rollback();
    manager.close();
    factory.close();
    database.close();
  }

  @Test
  void every_java_example_of_the_page_stands_in_this_test() throws IOException {
    DocumentedExamples.assertAllStandIn(THIS, PAGE);
  }

  @Test
  void a_wrong_query_is_shown_its_place() {
    var failure =
        assertThrows(
            IllegalArgumentException.class,
            () -> manager.createQuery("select b.titel from Book b"));
    assertEquals(
        """
        cannot translate query at line 1, column 8: no attribute "titel" in Book
          select b.titel from Book b
                 ^
        Hint: did you mean "title"?\
        """,
        failure.getMessage());
  }

  @Test
  void limits() {
    var longest =
        manager
            .createQuery("from Book order by pages desc, id limit :count offset 1", Book.class)
            .setParameter("count", 2)
            .getResultList();
    assertEquals(
        List.of("Second of Helen Macdonald", "Second of T. H. White"),
        longest.stream().map(book -> book.title).toList());
    var page =
        manager
            .createQuery("select b.id from Book b order by b.id limit 3", Long.class)
            .setFirstResult(2)
            .setMaxResults(5)
            .getResultList();
    assertEquals(1, page.size());
  }

  @Test
  void ilike() {
    var found =
        manager
            .createQuery("select b.title from Book b where b.title ilike 'first%'", String.class)
            .getResultList();
    assertEquals(3, found.size());
  }

  @Test
  void records_as_results() {
    List<Title> titles =
        manager
            .createQuery("select b.title, b.pages from Book b order by b.pages, b.id", Title.class)
            .getResultList();
    assertEquals(new Title("First of J. A. Baker", 200), titles.getFirst());
  }

  @Test
  void inserts() {
    int copies =
        manager
            .createQuery(
                "insert into Book (title, pages, author) select b.title || ' (copy)', b.pages,"
                    + " b.author from Book b where b.pages > 250")
            .executeUpdate();
    assertEquals(3, copies);
    for (Long id : List.of(-1L, -1L)) {
      manager
          .createQuery(
              "insert into Book b (id, title, pages) values (:id, :title, 0) on conflict (id)"
                  + " do update set title = excluded.title, version = b.version + 1"
                  + " where b.title <> excluded.title")
          .setParameter("id", id)
          .setParameter("title", "The Peregrine")
          .executeUpdate();
    }
    assertEquals("The Peregrine", manager.find(Book.class, -1L).title);
  }

  @Test
  void bulk_deletes() {
    int deleted = manager.createQuery("delete from Book b where b.pages > 250").executeUpdate();
    assertEquals(3, deleted);
  }

  @Test
  void inserts_by_criteria() {
    long id = -10;
    manager
        .createQuery("insert into Book (id, title, pages) values (:id, 'x', 1)")
        .setParameter("id", id)
        .executeUpdate();
    CriteriaExtensions extensions = manager.unwrap(CriteriaExtensions.class);
    TiercelCriteriaBuilder builder = extensions.getCriteriaBuilder();
    CriteriaInsert<Book> insert = builder.createCriteriaInsert(Book.class);
    Root<Book> book = insert.getRoot();
    insert
        .into("id", "title", "pages")
        .values(id, "The Peregrine", 191)
        .values(id + 1, "The Hill of Summer", builder.sum(builder.literal(100), 59));
    ConflictUpdate<Book> update = insert.onConflictUpdate(book.get("id"));
    update
        .set(book.<String>get("title"), update.getExcluded().<String>get("title"))
        .where(builder.notEqual(book.get("title"), update.getExcluded().get("title")));
    int rows = extensions.createQuery(insert).executeUpdate();
    assertEquals(2, rows);
    assertEquals("The Peregrine", manager.find(Book.class, id).title);
    assertEquals(159, manager.find(Book.class, id + 1).pages);
  }

  @Test
  void common_tables_by_criteria() {
    TiercelCriteriaBuilder builder = manager.unwrap(CriteriaExtensions.class).getCriteriaBuilder();
    CriteriaQuery<Tuple> sums = builder.createTupleQuery();
    Root<Book> summed = sums.from(Book.class);
    sums.select(
            builder.tuple(
                summed.get("author").alias("author"),
                builder.sumAsLong(summed.get("pages")).alias("pages")))
        .groupBy(summed.get("author"));
    CommonTable totals = builder.commonTable("totals", sums);

    CriteriaQuery<Tuple> query = builder.createTupleQuery();
    From<Tuple, Tuple> total = builder.from(query, totals);
    query
        .select(builder.tuple(total.get("author").get("name"), total.get("pages")))
        .where(builder.gt(total.<Long>get("pages"), 400));
    var byAuthor = manager.createQuery(query).getResultList();
    assertEquals(3, byAuthor.size());
  }

  @Test
  void windows_by_criteria() {
    TiercelCriteriaBuilder builder = manager.unwrap(CriteriaExtensions.class).getCriteriaBuilder();
    long lastId = -1;
    CriteriaQuery<Tuple> query = builder.createTupleQuery();
    Root<Book> book = query.from(Book.class);
    Path<Integer> pages = book.get("pages");
    Window byAuthor = builder.window().partitionBy(book.get("author"));
    Window upToHere =
        builder
            .window()
            .orderBy(builder.asc(book.get("id")))
            .rows(Bound.unboundedPreceding(), Bound.currentRow());
    query
        .select(
            builder.tuple(
                book.get("title"),
                builder.rank().over(byAuthor.orderBy(builder.desc(pages))),
                builder.over(builder.filter(builder.sum(pages), builder.gt(pages, 250)), upToHere)))
        .where(
            builder.row(pages, book.get("id")).greaterThan(200, lastId),
            builder.ilike(book.get("title"), "%first%"))
        .orderBy(builder.asc(pages), builder.asc(book.get("id")));
    var next = manager.createQuery(builder.limit(query, 10)).getResultList();
    assertEquals(
        manager
            .createQuery(
                "select count(b) from Book b where b.pages >= 200 and b.title like 'First%'",
                Long.class)
            .getSingleResult(),
        (long) next.size());
  }

  @Entity(name = "Price")
  @SystemVersioned(history = "price_history")
  static class Price {
    @Id int id;
  }

  @Test
  void histories() {
    TestUnit priced = TestUnit.of(Price.class);
    try (priced) {
      EntityManagerFactory factory = priced.factory();
      Histories histories = factory.unwrap(Histories.class);
      histories.migrate(); // or histories.script() for the migration tool
      long forgotten = histories.purge(Price.class, Instant.now().minus(365, ChronoUnit.DAYS));
      assertEquals(0, forgotten);
    }
  }

  @Test
  void queries_with_a_name() {
    var byAuthor =
        manager
            .createQuery(
                "with totals as (select b.author as author, sum(b.pages) as pages"
                    + " from Book b group by b.author)"
                    + " select t.author, t.pages from totals t where t.pages > 400"
                    + " order by t.author.name",
                Object[].class)
            .getResultList();
    assertEquals(3, byAuthor.size());
  }

  @Test
  void rows_of_values() {
    Long lastId =
        manager
            .createQuery("select min(b.id) from Book b where b.pages = 200", Long.class)
            .getSingleResult();
    var next =
        manager
            .createQuery(
                "from Book where (pages, id) > (:pages, :id) order by pages, id limit 10",
                Book.class)
            .setParameter("pages", 200)
            .setParameter("id", lastId)
            .getResultList();
    assertEquals(5, next.size());
    var chosen =
        manager
            .createQuery("select b.id from Book b where (b.title, b.pages) in :chosen", Long.class)
            .setParameter("chosen", Map.of("First of T. H. White", 200).entrySet())
            .getResultList();
    assertEquals(1, chosen.size());
  }

  @Test
  void windows() {
    var ranks =
        manager
            .createQuery(
                "select b.title, rank() over (partition by b.author order by b.pages desc),"
                    + " sum(b.pages) over (order by b.id rows unbounded preceding)"
                    + " from Book b order by b.id",
                Object[].class)
            .getResultList();
    assertArrayEquals(new Object[] {"First of J. A. Baker", 2L, 200L}, ranks.getFirst());
    assertEquals(1500L, ranks.getLast()[2]);
  }

  @Test
  void filters() {
    var counts =
        manager
            .createQuery(
                "select count(b) filter (where b.pages > 250), count(b) from Book b",
                Object[].class)
            .getSingleResult();
    assertArrayEquals(new Object[] {3L, 6L}, counts);
  }

  @Test
  void stored_procedures() {
    manager
        .createNativeQuery(
            "create function pages_of(writer text, out pages bigint) language sql as"
                + " 'select sum(b.pages) from book b join author a on a.id = b.author_id"
                + " where a.name = writer'")
        .executeUpdate();
    var query =
        manager
            .createStoredProcedureQuery("pages_of")
            .registerStoredProcedureParameter("writer", String.class, ParameterMode.IN)
            .registerStoredProcedureParameter("pages", Long.class, ParameterMode.OUT)
            .setParameter("writer", "Helen Macdonald");
    query.execute();
    long pages = (Long) query.getOutputParameterValue("pages");
    assertEquals(500, pages);
  }
}
