package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// `@OneToMany @JoinColumn` without a reference back, where the elements' column is `not null` or
/// belongs to an attribute of theirs as well.
@NullUnmarked // a null where none is expected fails the test by itself
class RequiredOwnerTest {
  private static TestUnit unit;

  /// Its name stands after that of its elements: the foreign key decides, not the alphabet.
  @Entity(name = "Shelf")
  static class Shelf {
    @Id @GeneratedValue Long id;

    @OneToMany(cascade = CascadeType.ALL, orphanRemoval = true)
    @JoinColumn(name = "shelf_id", nullable = false)
    List<Book> books = new ArrayList<>();
  }

  @Entity(name = "Book")
  static class Book {
    @Id @GeneratedValue Long id;
    String title;

    @Column(name = "shelf_id", insertable = false, updatable = false)
    Long shelfId;

    protected Book() {}

    Book(String title) {
      this.title = title;
    }
  }

  @Entity(name = "Parcel")
  static class Parcel {
    @Id Long id;

    @OneToMany(cascade = CascadeType.ALL)
    @JoinColumn(name = "parcel_id", referencedColumnName = "id")
    List<Content> contents = new ArrayList<>();
  }

  /// Part of its id is the foreign key.
  @Entity(name = "Content")
  @IdClass(ContentId.class)
  static class Content {
    @Id
    @Column(name = "parcel_id")
    Long parcelId;

    @Id Integer number;
  }

  record ContentId(Long parcelId, Integer number) {}

  @Entity(name = "Branch")
  static class Branch {
    @Id @GeneratedValue Long id;

    @OneToMany(cascade = CascadeType.ALL)
    @JoinColumn(name = "parent_id")
    List<Branch> branches = new ArrayList<>();
  }

  @BeforeAll
  static void open() {
    unit = TestUnit.of(Shelf.class, Book.class, Parcel.class, Content.class, Branch.class);
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  @BeforeEach
  void empty() {
    unit.factory().getSchemaManager().truncate();
  }

  private static void inTransaction(Consumer<EntityManager> work) {
    unit.factory().runInTransaction(work);
  }

  private static <T> List<T> list(String jpql, Class<T> type) {
    return unit.factory()
        .callInTransaction(manager -> manager.createQuery(jpql, type).getResultList());
  }

  private static Shelf stored(String... titles) {
    Shelf shelf = new Shelf();
    for (String title : titles) {
      shelf.books.add(new Book(title));
    }
    inTransaction(manager -> manager.persist(shelf));
    return shelf;
  }

  @Test
  void new_elements_are_inserted_with_their_new_owners_key() {
    Shelf shelf = new Shelf();
    shelf.books.add(new Book("a"));
    shelf.books.add(new Book("b"));
    List<String> sent = unit.statements(() -> inTransaction(manager -> manager.persist(shelf)));
    assertTrue(sent.stream().noneMatch(sql -> sql.startsWith("update")), sent::toString);
    assertEquals(
        List.of(shelf.id, shelf.id),
        list("select b.shelfId from Book b order by b.id", Long.class));
  }

  @Test
  void many_new_elements_are_inserted_with_their_owners_keys() {
    Shelf one = new Shelf();
    Shelf other = new Shelf();
    for (int i = 0; i < 700; i++) {
      (i % 2 == 0 ? one : other).books.add(new Book("t" + i));
    }
    inTransaction(
        manager -> {
          manager.persist(other);
          manager.persist(one);
        });
    assertEquals(
        List.of(350L), list("select count(b) from Book b where b.shelfId = " + one.id, Long.class));
    assertEquals(
        List.of(350L),
        list("select count(b) from Book b where b.shelfId = " + other.id, Long.class));
  }

  @Test
  void a_new_element_comes_to_an_owner_that_is_there_already() {
    Shelf shelf = stored("a");
    inTransaction(manager -> manager.find(Shelf.class, shelf.id).books.add(new Book("b")));
    inTransaction(manager -> assertEquals(2, manager.find(Shelf.class, shelf.id).books.size()));
  }

  @Test
  void an_element_moves_from_one_owner_to_another() {
    Shelf from = stored("a", "b");
    Shelf to = stored();
    inTransaction(
        manager -> {
          Book book = manager.find(Shelf.class, from.id).books.removeFirst();
          manager.find(Shelf.class, to.id).books.add(book);
        });
    assertEquals(
        List.of(to.id, from.id), list("select b.shelfId from Book b order by b.title", Long.class));
  }

  @Test
  void the_elements_go_with_their_owner() {
    Shelf shelf = stored("a", "b");
    inTransaction(
        manager -> {
          Shelf found = manager.find(Shelf.class, shelf.id);
          found.books.removeFirst();
          manager.flush();
          manager.remove(found);
        });
    assertEquals(List.of(), list("select b from Book b", Book.class));
  }

  @Test
  void an_owner_is_there_before_elements_whose_id_refers_to_it() {
    Parcel parcel = new Parcel();
    parcel.id = 7L;
    for (int i = 1; i <= 2; i++) {
      Content content = new Content();
      content.parcelId = parcel.id;
      content.number = i;
      parcel.contents.add(content);
    }
    inTransaction(manager -> manager.merge(parcel));
    inTransaction(manager -> assertEquals(2, manager.find(Parcel.class, 7L).contents.size()));
  }

  @Test
  void a_tree_of_one_type_is_stored_at_once() {
    Branch root = new Branch();
    Branch one = new Branch();
    root.branches.add(one);
    one.branches.add(new Branch());
    one.branches.add(new Branch());
    inTransaction(manager -> manager.persist(root));
    inTransaction(
        manager -> {
          Branch found = manager.find(Branch.class, root.id);
          assertEquals(2, found.branches.getFirst().branches.size());
        });
  }
}
