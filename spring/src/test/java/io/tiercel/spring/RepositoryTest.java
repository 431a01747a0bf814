package io.tiercel.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.spring.sample.Book;
import io.tiercel.spring.sample.Books;
import io.tiercel.spring.sample.Card;
import io.tiercel.spring.sample.Catalogue;
import io.tiercel.spring.sample.Genre;
import io.tiercel.spring.sample.Genres;
import io.tiercel.spring.sample.Note;
import io.tiercel.spring.sample.Notes;
import io.tiercel.spring.sample.Writer;
import io.tiercel.spring.sample.Writers;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceUnitUtil;
import jakarta.persistence.criteria.JoinType;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.IncorrectResultSizeDataAccessException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.Example;
import org.springframework.data.domain.ExampleMatcher;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.data.jpa.domain.Specification;
import org.springframework.data.support.WindowIterator;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Spring Data's repositories on Tiercel, in tables that Flyway made: every kind of query
/// they make.
@NullUnmarked // a null where none is expected fails the test by itself
class RepositoryTest {
  private static Library library;
  private static Books books;
  private static Writers writers;

  @BeforeAll
  static void open() {
    library = Library.open();
    books = library.bean(Books.class);
    writers = library.bean(Writers.class);
  }

  @AfterAll
  static void close() {
    library.close();
  }

  @BeforeEach
  void fill() {
    library.bean(EntityManagerFactory.class).getSchemaManager().truncate();
    Writer baker = new Writer("J. A. Baker");
    baker.write("The Peregrine", 1967);
    baker.write("The Hill of Summer", 1969);
    Writer macdonald = new Writer("Helen Macdonald");
    macdonald.write("Falcon", 2006);
    macdonald.write("H is for Hawk", 2014);
    macdonald.write("Vesper Flights", 2020);
    writers.saveAll(List.of(baker, macdonald));
  }

  private static List<String> titles(Iterable<Book> found) {
    List<String> titles = new java.util.ArrayList<>();
    found.forEach(book -> titles.add(book.getTitle()));
    return titles;
  }

  private static <T> T inTransaction(Supplier<T> work) {
    return new TransactionTemplate(library.bean(PlatformTransactionManager.class))
        .execute(status -> work.get());
  }

  private static boolean isLoaded(Object entity, String attribute) {
    PersistenceUnitUtil util = library.bean(EntityManagerFactory.class).getPersistenceUnitUtil();
    return util.isLoaded(entity, attribute);
  }

  // ---- the methods every repository has ----

  @Test
  void an_entity_is_saved_found_changed_and_deleted() {
    Writer saved = writers.save(new Writer("Nan Shepherd"));
    assertTrue(writers.existsById(saved.getId()));
    saved.setName("Anna Shepherd");
    assertEquals(1, writers.save(saved).getVersion());
    assertEquals("Anna Shepherd", writers.findById(saved.getId()).orElseThrow().getName());
    writers.deleteById(saved.getId());
    assertTrue(writers.findById(saved.getId()).isEmpty());
    assertEquals(2, writers.count());
  }

  @Test
  void all_are_found_sorted_by_page_and_by_ids() {
    assertEquals(
        List.of("Vesper Flights", "The Peregrine"),
        titles(books.findAll(PageRequest.of(0, 2, Sort.by("title").descending()))));
    List<Long> ids = books.findAll(Sort.by("published")).stream().map(Book::getId).toList();
    assertEquals(2, books.findAllById(ids.subList(0, 2)).size());
    books.deleteAllById(ids.subList(0, 2));
    books.deleteAllByIdInBatch(ids.subList(2, 3));
    assertEquals(
        List.of("H is for Hawk", "Vesper Flights"), titles(books.findAll(Sort.by("title"))));
    books.deleteAllInBatch();
    assertEquals(0, books.count());
  }

  @Test
  void a_stale_entity_is_refused() {
    Writer stale = writers.findByName("J. A. Baker").orElseThrow();
    Writer fresh = writers.findByName("J. A. Baker").orElseThrow();
    fresh.setName("John Alec Baker");
    writers.saveAndFlush(fresh);
    stale.setName("Johnny");
    assertThrows(OptimisticLockingFailureException.class, () -> writers.saveAndFlush(stale));
  }

  @Test
  void methods_of_a_service_are_transactions() {
    Catalogue catalogue = library.bean(Catalogue.class);
    catalogue.retitle("Falcon", "The Falcon");
    assertEquals("Helen Macdonald", catalogue.writerOf("The Falcon"));
    assertThrows(IllegalStateException.class, () -> catalogue.fail("Nobody"));
    assertTrue(writers.findByName("Nobody").isEmpty());
  }

  @Test
  void listeners_audit() {
    Notes notes = library.bean(Notes.class);
    Note note = notes.save(new Note("first"));
    assertEquals("librarian", note.getAuthor());
    Note again = notes.findById(note.getId()).orElseThrow();
    assertEquals("librarian", again.getAuthor());
    again.setText("second");
    notes.save(again);
    Note changed = notes.findById(note.getId()).orElseThrow();
    assertEquals(again.getCreated(), changed.getCreated());
    assertTrue(changed.getChanged().isAfter(changed.getCreated()));
  }

  // ---- derived queries ----

  @Test
  void method_names_are_queries() {
    assertEquals(
        List.of("H is for Hawk"),
        titles(books.findByTitleContainingIgnoreCaseOrderByTitle("HAWK")));
    assertEquals(
        List.of("The Hill of Summer", "The Peregrine"),
        titles(books.findByPublishedBetween(1960, 1970, Sort.by("published").descending())));
    assertEquals(
        List.of("Vesper Flights"),
        titles(books.findByWriterNameAndPublishedGreaterThanEqual("Helen Macdonald", 2020)));
    assertEquals(2, books.findByTitleIn(List.of("Falcon", "The Peregrine", "No such book")).size());
    assertEquals(3, books.findByTitleStartingWithOrPublished("The", 2006).size());
    assertEquals(
        "Vesper Flights", books.findFirstByOrderByPublishedDesc().orElseThrow().getTitle());
    assertEquals(1, books.findByPublishedLessThan(2000, Limit.of(1)).size());
    assertTrue(books.existsByTitle("Falcon"));
    assertFalse(books.existsByTitle("Sparrow"));
    assertEquals(3, books.countByWriterName("Helen Macdonald"));
    assertEquals(2L, inTransaction(() -> books.deleteByPublishedLessThan(2000)));
  }

  @Test
  void pages_know_how_many_there_are() {
    Page<Book> page =
        books.findByPublishedGreaterThan(1967, PageRequest.of(1, 3, Sort.by("published")));
    assertEquals(List.of("Vesper Flights"), titles(page));
    assertEquals(4, page.getTotalElements());
    Slice<Book> slice =
        books.findByWriterName("Helen Macdonald", PageRequest.of(0, 2, Sort.by("published")));
    assertTrue(slice.hasNext());
    assertEquals(
        List.of("H is for Hawk", "Vesper Flights"),
        titles(books.newer(2010, PageRequest.of(0, 5, Sort.by("title")))));
  }

  // ---- declared queries ----

  @Test
  void declared_queries_take_names_positions_and_patterns() {
    assertEquals(List.of("The Peregrine", "The Hill of Summer"), titles(books.of("J. A. Baker")));
    assertEquals(List.of("Vesper Flights"), titles(books.titled("Flights")));
    assertEquals(List.of("H is for Hawk", "Vesper Flights"), books.titlesAfter(2010));
  }

  @Test
  void a_modifying_query_counts_rows() {
    assertEquals(2, inTransaction(() -> books.shout(2000)));
    assertTrue(books.existsByTitle("THE PEREGRINE"));
  }

  @Test
  void a_stream_is_read_in_a_transaction() {
    assertEquals(
        5L,
        inTransaction(
            () -> {
              try (var all = books.all()) {
                return all.count();
              }
            }));
  }

  // ---- projections ----

  @Test
  void projections_are_records_interfaces_and_chosen_at_the_call() {
    assertEquals(
        List.of(
            new Card("H is for Hawk", "Helen Macdonald"),
            new Card("Vesper Flights", "Helen Macdonald")),
        books.cards(2010));
    assertEquals(List.of(new Card("Falcon", "Helen Macdonald")), books.findCardByPublished(2006));
    var titled = books.findByPublished(1967).getFirst();
    assertEquals("The Peregrine", titled.getTitle());
    assertEquals("J. A. Baker", titled.getWriter().getName());
    assertEquals(
        List.of(new Card("Falcon", "Helen Macdonald")), books.findByTitle("Falcon", Card.class));
    assertEquals(1, books.findByTitle("Falcon", Book.class).size());
    var shelves = books.shelves();
    assertEquals(2, shelves.size());
    assertEquals(5, shelves.stream().mapToLong(shelf -> shelf.getBooks()).sum());
  }

  // ---- graphs, locks ----

  @Test
  void an_entity_graph_fetches_what_it_names() {
    Book with = books.findWithWriterByPublishedGreaterThan(2015).getFirst();
    assertTrue(isLoaded(with, "writer"));
    assertEquals("Helen Macdonald", with.getWriter().getName());
    Book without = books.findAll(Sort.by("id")).getFirst();
    assertFalse(isLoaded(without, "writer"));
    Writer writer = writers.findWithBooksByName("J. A. Baker").orElseThrow();
    assertTrue(isLoaded(writer, "books"));
    assertEquals(2, writer.getBooks().size());
  }

  @Test
  void a_query_can_lock() {
    Long id = books.findAll().getFirst().getId();
    assertTrue(inTransaction(() -> books.findLockedById(id)).isPresent());
    assertThrows(RuntimeException.class, () -> books.findLockedById(id));
  }

  // ---- scrolling, hints, events of records ----

  @Test
  void all_can_be_scrolled_by_keys_and_by_offset() {
    for (ScrollPosition start : List.of(ScrollPosition.keyset(), ScrollPosition.offset())) {
      List<String> found = new java.util.ArrayList<>();
      WindowIterator.of(books::findFirst2ByOrderByPublished)
          .startingAt(start)
          .forEachRemaining(book -> found.add(book.getTitle()));
      assertEquals(
          List.of(
              "The Peregrine", "The Hill of Summer", "Falcon", "H is for Hawk", "Vesper Flights"),
          found);
    }
  }

  @Test
  void hints_of_hibernate_and_the_specification_are_taken_or_passed_over() {
    assertEquals(2, inTransaction(() -> books.before(2000).size()));
  }

  @Test
  void a_procedure_gives_what_it_gives_out() {
    inTransaction(
        () -> {
          library
              .bean(org.springframework.jdbc.core.JdbcTemplate.class)
              .execute(
                  "create or replace procedure next_year(in y int, out after int)"
                      + " language sql as 'select y + 1'");
          return true;
        });
    assertEquals(1968, inTransaction(() -> books.nextYear(1967)));
  }

  @Test
  void a_record_with_an_id_of_its_own_is_saved_once_and_then_replaced() {
    Genres genres = library.bean(Genres.class);
    genres.save(new Genre("nature", null, "Nature"));
    Genre stored = genres.findById("nature").orElseThrow();
    Genre renamed = genres.save(new Genre("nature", stored.version(), "Nature writing"));
    assertEquals("Nature writing", renamed.name());
    assertEquals(List.of(renamed), genres.findByNameStartingWith("Nature"));
    assertThrows(
        OptimisticLockingFailureException.class,
        () -> genres.save(new Genre("nature", stored.version(), "Late")));
    genres.delete(renamed);
    assertEquals(0, genres.count());
  }

  /// What `spring.jpa.open-in-view` does for a request: one EntityManager, before and after the
  /// transactions of the services.
  @Test
  void an_open_view_loads_what_a_service_left_unloaded() {
    var factory = library.bean(EntityManagerFactory.class);
    try (var manager = factory.createEntityManager()) {
      TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(manager));
      try {
        Writer writer = inTransaction(() -> writers.findByName("J. A. Baker").orElseThrow());
        assertFalse(isLoaded(writer, "books"));
        assertEquals(2, writer.getBooks().size());
        writer.setName("not saved without a transaction that writes");
        library.bean(Catalogue.class).writerOf("The Peregrine");
      } finally {
        TransactionSynchronizationManager.unbindResource(factory);
      }
    }
    assertTrue(writers.findByName("J. A. Baker").isPresent());
  }

  // ---- specifications, examples ----

  private static Specification<Book> by(String writer) {
    return (book, query, builder) -> builder.equal(book.join("writer").get("name"), writer);
  }

  private static Specification<Book> after(int year) {
    return (book, query, builder) -> builder.greaterThan(book.get("published"), year);
  }

  @Test
  void specifications_are_combined_counted_paged_and_deleted() {
    var recent = by("Helen Macdonald").and(after(2010));
    assertEquals(
        List.of("H is for Hawk", "Vesper Flights"),
        titles(books.findAll(recent, Sort.by("title"))));
    assertEquals(2, books.count(recent));
    assertEquals(3, books.count(Specification.not(recent)));
    Page<Book> page =
        books.findAll(by("J. A. Baker").or(after(2015)), PageRequest.of(0, 2, Sort.by("title")));
    assertEquals(3, page.getTotalElements());
    assertTrue(books.exists(after(2019)));
    Specification<Book> fetching =
        (book, query, builder) -> {
          book.fetch("writer", JoinType.LEFT);
          return builder.like(book.get("title"), "F%");
        };
    assertTrue(isLoaded(books.findOne(fetching).orElseThrow(), "writer"));
    assertEquals(
        List.of("Falcon"),
        books
            .findBy(
                by("Helen Macdonald"), found -> found.sortBy(Sort.by("published")).limit(1).all())
            .stream()
            .map(Book::getTitle)
            .toList());
    assertThrows(
        IncorrectResultSizeDataAccessException.class, () -> books.findOne(by("J. A. Baker")));
  }

  @Test
  void an_example_is_a_query() {
    Example<Writer> example =
        Example.of(
            new Writer("helen"),
            ExampleMatcher.matching()
                .withIgnoreCase()
                .withIgnorePaths("version")
                .withStringMatcher(ExampleMatcher.StringMatcher.STARTING));
    assertEquals("Helen Macdonald", writers.findOne(example).orElseThrow().getName());
    assertEquals(1, writers.count(example));
  }
}
