package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.tiercel.testkit.DocumentedExamples;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionStatistics;
import io.tiercel.wire.StatementListener;
import io.tiercel.wire.error.ServerException;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Tuple;
import jakarta.persistence.Version;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.CriteriaUpdate;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Join;
import jakarta.persistence.criteria.ParameterExpression;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Root;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The examples of `docs/jpa.md`, run.
@SuppressWarnings("deprecation") // multiselect is what most applications use
@Timeout(60)
@NullUnmarked // a null where none is expected fails the test by itself
class DocumentedExamplesTest {
  private static final java.nio.file.Path PAGE = java.nio.file.Path.of("../docs/jpa.md");
  private static final java.nio.file.Path THIS =
      java.nio.file.Path.of("src/test/java/io/tiercel/jpa/DocumentedExamplesTest.java");

  @Entity(name = "Author")
  static class Author {
    @Id @GeneratedValue Long id;
    @Version int version;
    String name;

    @OneToMany(mappedBy = "author", cascade = CascadeType.ALL, orphanRemoval = true)
    List<Book> books = new ArrayList<>();

    protected Author() {}

    Author(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }

    List<Book> books() {
      return books;
    }
  }

  @Entity(name = "Book")
  @NamedQuery(name = "Book.longerThan", query = "from Book b where b.pages > :pages")
  static class Book {
    @Id
    @GeneratedValue
    @SequenceGenerator(sequenceName = "book_ids", allocationSize = 20)
    Long id;

    @Version int version;
    String title;
    int pages;

    @ManyToOne(fetch = FetchType.LAZY)
    Author author;

    protected Book() {}

    Book(String title, int pages, Author author) {
      this.title = title;
      this.pages = pages;
      this.author = author;
      author.books().add(this);
    }

    Author author() {
      return author;
    }
  }

  @Entity(name = "Genre")
  record Genre(@Id String code, @Version Integer version, String name) {}

  @Entity(name = "Review")
  static class Review {
    @Id @GeneratedValue Long id;
    @NotBlank String text;

    @Min(1)
    @Max(5)
    int stars;

    protected Review() {}

    Review(String text, int stars) {
      this.text = text;
      this.stars = stars;
    }
  }

  @Entity
  @SecondaryTable(name = "person_photo")
  static class Person {
    @Id @GeneratedValue Long id;
    String name;

    @Column(table = "person_photo")
    byte[] photo;
  }

  private final TestDatabase database = TestServer.v18().newDatabase();
  private final List<String> statements = new CopyOnWriteArrayList<>();
  private EntityManagerFactory factory;

  @BeforeEach
  void open() {
    String url = database.jdbcUrl();
    StatementListener listener = event -> statements.add(event.sql());
    var unit = new PersistenceConfiguration("library");
    unit.managedClass(Author.class).managedClass(Book.class);
    unit.property(PersistenceConfiguration.JDBC_URL, url);
    unit.property(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "drop-and-create");
    unit.property("tiercel.statement-listener", listener);
    var factory = unit.createEntityManagerFactory();
    this.factory = factory;
    factory.runInTransaction(
        manager -> {
          for (String name : List.of("J. A. Baker", "Helen Macdonald", "T. H. White")) {
            var author = new Author(name);
            new Book("First of " + name, 200, author);
            new Book("Second of " + name, 300, author);
            manager.persist(author);
          }
        });
  }

  @AfterEach
  void close() {
    factory.close();
    database.close();
  }

  @Test
  void an_attribute_is_kept_in_a_secondary_table() {
    try (var people = TestUnit.of(Person.class)) {
      Person ann = new Person();
      ann.name = "Ann";
      people.inTransaction(manager -> manager.persist(ann));
      assertEquals(0L, people.value("select count(*) from person_photo"));
      people.inTransaction(manager -> manager.find(Person.class, ann.id).photo = new byte[] {1});
      assertEquals(1L, people.value("select count(*) from person_photo"));
    }
  }

  @Test
  void every_java_example_of_the_page_stands_in_this_test() throws IOException {
    DocumentedExamples.assertAllStandIn(THIS, PAGE);
  }

  @Test
  void a_tuner_sets_what_a_unit_runs_with() {
    var unit = new PersistenceConfiguration("library");
    unit.managedClass(Author.class).managedClass(Book.class);
    unit.property(PersistenceConfiguration.JDBC_URL, database.jdbcUrl());
    factory.close();
    SessionTuner tuner =
        settings ->
            settings.set(
                "tiercel.pool.max-connections", 2 * Runtime.getRuntime().availableProcessors());
    unit.property("tiercel.profile", "production");
    unit.property("tiercel.session-tuner", tuner);
    factory = unit.createEntityManagerFactory();
    assertEquals(
        2 * Runtime.getRuntime().availableProcessors(),
        factory.getProperties().get("tiercel.pool.max-connections"));
    assertEquals(
        "validate",
        factory.getProperties().get(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION));
  }

  @Test
  void a_transaction_returns_a_value() {
    long pages =
        factory.callInTransaction(
            manager ->
                manager
                    .createQuery("select sum(b.pages) from Book b", Long.class)
                    .getSingleResult());
    assertEquals(1500, pages);
  }

  @Test
  void what_violates_constraints_is_not_stored() {
    factory.close();
    factory =
        new PersistenceConfiguration("reviews")
            .managedClass(Review.class)
            .property(PersistenceConfiguration.JDBC_URL, database.jdbcUrl())
            .property(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "create")
            .createEntityManagerFactory();
    try {
      factory.runInTransaction(manager -> manager.persist(new Review("", 6)));
    } catch (ConstraintViolationException e) {
      // cannot persist Review: it violates 2 constraints
      // Review.stars must be less than or equal to 5
      // Review.text must not be blank
      System.out.println(e.getMessage());
    }
    var violated =
        assertThrows(
            ConstraintViolationException.class,
            () -> factory.runInTransaction(manager -> manager.persist(new Review("", 6))));
    assertEquals(
        """
        cannot persist Review: it violates 2 constraints
        Review.stars must be less than or equal to 5
        Review.text must not be blank\
        """,
        violated.getMessage());
    long stored =
        factory.callInTransaction(
            manager ->
                manager.createQuery("select count(r) from Review r", Long.class).getSingleResult());
    assertEquals(0, stored);
  }

  @Test
  void a_transaction_that_only_reads_writes_nothing() {
    long id = firstBook();
    try (EntityManager manager = factory.createEntityManager()) {
      manager.setProperty("tiercel.transaction.isolation", "repeatable read");
      manager.setProperty("tiercel.transaction.read-only", true);
      manager.getTransaction().begin();
      manager.find(Book.class, id).pages = 1;
      manager.getTransaction().commit();
    }
    int pages = factory.callInTransaction(manager -> manager.find(Book.class, id).pages);
    assertEquals(200, pages);
  }

  @Test
  void ids_are_there_after_persist() {
    factory.runInTransaction(
        manager -> {
          var author = new Author("Nan Shepherd");
          manager.persist(author);
          System.out.println(author.id);
          assertTrue(author.id > 0);
        });
  }

  @Test
  void the_block_of_a_sequence_value_ends_with_it() {
    var lent =
        factory.callInTransaction(
            manager ->
                manager
                    .createNativeQuery("select nextval('book_ids')", Long.class)
                    .getSingleResult());
    factory.runInTransaction(
        manager -> {
          var author = new Author("Somebody");
          for (int i = 0; i < 200; i++) {
            new Book("Book " + i, i, author);
          }
          manager.persist(author);
          long value = ((Number) lent).longValue();
          assertTrue(
              author.books.stream().noneMatch(book -> book.id <= value && book.id > value - 20),
              "the value taken elsewhere stands for its own block");
        });
  }

  @Test
  void the_way_of_writing_depends_on_the_number_of_rows() {
    assertTrue(insertOf(1).startsWith("insert into"), () -> insertOf(1));
    assertTrue(insertOf(1).contains("values ("), () -> insertOf(1));
    assertTrue(insertOf(199).contains("unnest("), () -> insertOf(199));
    assertTrue(insertOf(200).startsWith("copy "), () -> insertOf(200));
  }

  private String insertOf(int authors) {
    statements.clear();
    factory.runInTransaction(
        manager -> {
          for (int i = 0; i < authors; i++) {
            manager.persist(new Author("Author " + i));
          }
        });
    return statements.stream()
        .filter(sql -> sql.startsWith("insert") || sql.startsWith("copy"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void inserts_and_commit_are_one_exchange() {
    insertOf(50);
    var before = factory.unwrap(ConnectionStatistics.class);
    factory.runInTransaction(manager -> manager.persist(new Author("One more")));
    insertOf(1);
    var middle = factory.unwrap(ConnectionStatistics.class);
    factory.runInTransaction(manager -> manager.persist(new Author("And one")));
    var spent = factory.unwrap(ConnectionStatistics.class).since(middle);
    System.out.println(spent.statements() + " statements, " + spent.roundTrips() + " round trip");
    assertEquals(3, spent.statements());
    assertEquals(1, spent.roundTrips());
    assertTrue(middle.since(before).roundTrips() > 0);
  }

  @Test
  void the_loser_is_told_which_row_it_was() {
    long id = firstBook();
    try (EntityManager manager = factory.createEntityManager()) {
      manager.getTransaction().begin();
      var book = manager.find(Book.class, id);
      book.pages = 250;
      factory.runInTransaction(other -> other.find(Book.class, id).pages = 251);
      try {
        manager.getTransaction().commit();
      } catch (RollbackException e) {
        var cause = (OptimisticLockException) e.getCause();
        System.out.println(cause.getMessage());
        System.out.println(cause.getEntity() == book);
      }
      int pages = factory.callInTransaction(other -> other.find(Book.class, id).pages);
      assertEquals(251, pages);
      assertFalse(manager.getTransaction().isActive());
    }
  }

  private long firstBook() {
    return factory.callInTransaction(
        manager ->
            manager.createQuery("select min(b.id) from Book b", Long.class).getSingleResult());
  }

  @Test
  void a_broken_constraint_has_its_name() {
    var failure =
        assertThrows(
            PersistenceException.class,
            () ->
                factory.runInTransaction(
                    manager ->
                        manager
                            .createNativeQuery("insert into book (id) values (1)")
                            .executeUpdate()));
    var server = assertInstanceOf(ServerException.class, failure.getCause());
    assertEquals("23502", server.sqlState());
  }

  @Test
  void locks() {
    long id = firstBook();
    factory.runInTransaction(
        manager -> {
          var book = manager.find(Book.class, id, LockModeType.PESSIMISTIC_WRITE);
          book.pages++;
        });
    factory.runInTransaction(
        manager -> {
          var books =
              manager
                  .createQuery("from Book b where b.pages < :limit", Book.class)
                  .setParameter("limit", 250)
                  .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                  .getResultList();
          books.forEach(book -> book.pages++);
          assertEquals(3, books.size());
        });
  }

  @Test
  void touching_one_loads_all_of_the_result() {
    statements.clear();
    try (var manager = factory.createEntityManager()) {
      var books = manager.createQuery("from Book b", Book.class).getResultList();
      for (var book : books) {
        System.out.println(book.title + " by " + book.author().name());
      }
    }
    assertEquals(2, statements.size(), statements::toString);
  }

  @Test
  void a_fetch_join_is_a_query_of_its_own() {
    statements.clear();
    List<Author> authors;
    try (var manager = factory.createEntityManager()) {
      authors =
          manager
              .createQuery("from Author a left join fetch a.books order by a.name", Author.class)
              .getResultList();
    }
    authors.forEach(author -> System.out.println(author.name + ": " + author.books().size()));
    assertEquals(3, authors.size());
    assertEquals(2, statements.size(), statements::toString);
    assertTrue(authors.stream().allMatch(author -> author.books().size() == 2));
  }

  @Test
  void a_graph_names_what_is_to_be_loaded() {
    Author author;
    try (var manager = factory.createEntityManager()) {
      Object id =
          manager.createQuery("select min(a.id) from Author a", Long.class).getSingleResult();
      statements.clear();
      var graph = manager.createEntityGraph(Author.class);
      graph.addElementSubgraph("books").addAttributeNodes("title");
      author = manager.find(graph, id);
    }
    assertEquals(2, author.books().size());
    assertEquals(2, statements.size(), statements::toString);
  }

  @Test
  void finds_learn_what_to_bring() {
    String url = database.jdbcUrl();
    var unit = new PersistenceConfiguration("library");
    unit.managedClass(Author.class).managedClass(Book.class);
    unit.property(PersistenceConfiguration.JDBC_URL, url);
    unit.property("tiercel.fetch", "learn");
    var factory = unit.createEntityManagerFactory();
    int books = 0;
    for (int i = 0; i < 32; i++) {
      books += factory.callInTransaction(manager -> manager.find(Author.class, 1L).books().size());
    }
    var learned = factory.unwrap(LearnedFetches.class);
    System.out.println(books + " books by " + learned.paths()); // {find Author=[books]}
    factory.close();
    assertEquals(Map.of("find Author", Set.of("books")), learned.paths());
  }

  @Test
  void after_the_end_nothing_is_loaded() {
    List<Author> authors;
    try (var manager = factory.createEntityManager()) {
      authors = manager.createQuery("from Author", Author.class).getResultList();
    }
    var failure = assertThrows(PersistenceException.class, () -> authors.getFirst().books().size());
    System.out.println(failure.getMessage());
    assertEquals("LazyLoadingException", failure.getClass().getSimpleName());
    assertTrue(failure.getMessage().contains("the EntityManager is closed"), failure::getMessage);
  }

  @Test
  void a_stream() {
    var manager = factory.createEntityManager();
    try (manager;
        var books =
            manager.createQuery("from Book b order by b.id", Book.class).getResultStream()) {
      long longer = books.filter(book -> book.pages > 250).count();
      assertEquals(3, longer);
    }
  }

  @Test
  void native_queries() {
    factory.runInTransaction(
        manager -> {
          var titles =
              manager
                  .createNativeQuery("select title from book where pages > ?1", String.class)
                  .setParameter(1, 250)
                  .getResultList();
          var books =
              manager
                  .createNativeQuery("select * from book where title ~ :pattern", Book.class)
                  .setParameter("pattern", "^First")
                  .getResultList();
          int changed =
              manager
                  .createNativeQuery("update book set pages = pages + 1 where pages = ?")
                  .setParameter(1, 200)
                  .executeUpdate();
          assertEquals(3, titles.size());
          assertEquals(3, books.size());
          assertInstanceOf(Book.class, books.getFirst());
          assertEquals(3, changed);
        });
  }

  @Test
  void named_queries() {
    try (var manager = factory.createEntityManager()) {
      var books =
          manager
              .createNamedQuery("Book.longerThan", Book.class)
              .setParameter("pages", 250)
              .getResultList();
      factory.addNamedQuery("Author.all", manager.createQuery("from Author a"));
      assertEquals(3, books.size());
      assertEquals(3, manager.createNamedQuery("Author.all").getResultList().size());
    }
  }

  @Test
  void a_criteria_query() {
    List<String> found = new ArrayList<>();
    try (var manager = factory.createEntityManager()) {
      CriteriaBuilder builder = factory.getCriteriaBuilder();
      CriteriaQuery<Tuple> query = builder.createTupleQuery();
      Root<Author> author = query.from(Author.class);
      Join<Author, Book> book = author.join("books");
      Path<String> name = author.get("name");
      Expression<Long> longBooks = builder.count(book);
      query
          .multiselect(name, longBooks)
          .where(builder.gt(book.<Integer>get("pages"), 250), builder.like(name, "H%"))
          .groupBy(name)
          .orderBy(builder.asc(name));
      for (Tuple row : manager.createQuery(query).getResultList()) {
        found.add(row.get(name) + " wrote " + row.get(longBooks));
      }
    }
    assertEquals(List.of("Helen Macdonald wrote 1"), found);
  }

  @Test
  void a_criteria_update() {
    factory.runInTransaction(
        manager -> {
          CriteriaBuilder builder = factory.getCriteriaBuilder();
          CriteriaUpdate<Book> update = builder.createCriteriaUpdate(Book.class);
          Root<Book> changed = update.from(Book.class);
          ParameterExpression<Integer> more = builder.parameter(Integer.class, "more");
          update
              .set(changed.<Integer>get("pages"), builder.sum(changed.<Integer>get("pages"), more))
              .where(builder.like(changed.get("title"), "First%"));
          int count = manager.createQuery(update).setParameter(more, 10).executeUpdate();
          assertEquals(3, count);
        });
  }

  @Test
  void the_schema() {
    factory.getSchemaManager().truncate();
    assertEquals(
        0L,
        factory.<Long>callInTransaction(
            manager ->
                manager.createQuery("select count(b) from Book b", Long.class).getSingleResult()));
    factory.getSchemaManager().drop(false);
    factory.getSchemaManager().create(false);
    assertDoesNotThrow(() -> factory.getSchemaManager().validate());
  }

  @Test
  void records_as_entities() {
    factory.close();
    factory =
        new PersistenceConfiguration("genres")
            .managedClass(Genre.class)
            .property(PersistenceConfiguration.JDBC_URL, database.jdbcUrl())
            .property(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "create")
            .createEntityManagerFactory();
    factory.runInTransaction(manager -> manager.persist(new Genre("nature", null, "Nature")));
    Genre nature = factory.callInTransaction(manager -> manager.find(Genre.class, "nature"));
    Genre renamed =
        factory.callInTransaction(
            manager -> manager.merge(new Genre("nature", nature.version(), "Nature writing")));
    assertEquals(new Genre("nature", 1, "Nature writing"), renamed);
  }

  @Test
  void a_script_of_the_schema() {
    var unit = new PersistenceConfiguration("library").managedClass(Author.class);
    unit.managedClass(Book.class);
    unit.property(PersistenceConfiguration.JDBC_URL, database.jdbcUrl());
    var script = new StringWriter();
    unit.property(PersistenceConfiguration.SCHEMAGEN_SCRIPTS_ACTION, "create");
    unit.property(PersistenceConfiguration.SCHEMAGEN_CREATE_TARGET, script);
    unit.createEntityManagerFactory().close();
    assertTrue(script.toString().contains("create sequence book_ids"), script::toString);
  }

  @Test
  void statistics() {
    var before = factory.unwrap(ConnectionStatistics.class);
    factory.runInTransaction(manager -> manager.find(Book.class, firstBook()));
    var spent = factory.unwrap(ConnectionStatistics.class).since(before);
    System.out.println(spent.roundTrips() + " round trips for " + spent.rows() + " rows");
    assertTrue(spent.roundTrips() > 0);
  }

  @Test
  void a_pool_over_our_driver() {
    String url = database.jdbcUrl();
    var unit = new PersistenceConfiguration("library").managedClass(Author.class);
    unit.managedClass(Book.class);
    var pool = new HikariDataSource();
    pool.setJdbcUrl(url);
    unit.property("jakarta.persistence.nonJtaDataSource", pool);
    try (pool;
        EntityManagerFactory pooled = unit.createEntityManagerFactory()) {
      assertEquals(
          6L,
          pooled.<Object>callInTransaction(
              manager -> manager.createQuery("select count(b) from Book b").getSingleResult()));
    }
  }

  @Test
  void the_connection_through_jdbc() {
    factory.runInTransaction(
        manager -> {
          manager.runWithConnection(
              (java.sql.Connection jdbc) -> {
                try (var statement = jdbc.createStatement()) {
                  statement.execute("analyze book");
                }
              });
        });
    assertEquals(
        6f,
        factory.<Object>callInTransaction(
            manager ->
                manager
                    .createNativeQuery("select reltuples from pg_class where relname = 'book'")
                    .getSingleResult()));
  }

  @Test
  void the_connection_underneath() {
    factory.runInTransaction(
        manager -> {
          var connection = manager.unwrap(Connection.class);
          connection.execute("set local work_mem = '64MB'");
          assertEquals(
              List.of("64MB"), connection.queryList("show work_mem", row -> row.getString(0)));
        });
  }
}
