package io.tiercel.lab.inside;

import io.tiercel.inside.PgSession;
import io.tiercel.jpa.TiercelPersistenceProvider;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/// Entities, used by functions inside the server.
public final class Books {
  private Books() {}

  @Entity(name = "Author")
  @NullUnmarked // the provider fills the fields
  public static class Author {
    @Id @GeneratedValue Long id;
    String name;

    @OneToMany(mappedBy = "author", cascade = CascadeType.ALL)
    List<Book> books = new ArrayList<>();

    protected Author() {}

    Author(String name) {
      this.name = name;
    }
  }

  @Entity(name = "Book")
  @NullUnmarked // the provider fills the fields
  public static class Book {
    @Id @GeneratedValue Long id;
    @Version int version;
    String title;
    @ManyToOne Author author;

    protected Book() {}

    Book(String title, Author author) {
      this.title = title;
      this.author = author;
    }
  }

  /// One factory for all sessions of the worker: each call's connections lead into its own.
  private static final class Factory {
    static final EntityManagerFactory SHARED =
        new PersistenceConfiguration("books")
            .provider(TiercelPersistenceProvider.class.getName())
            .property("jakarta.persistence.nonJtaDataSource", PgSession.dataSource())
            .managedClass(Author.class)
            .managedClass(Book.class)
            .createEntityManagerFactory();
  }

  private static <T extends @Nullable Object> T inTransaction(Function<EntityManager, T> work) {
    try (EntityManager manager = Factory.SHARED.createEntityManager()) {
      manager.getTransaction().begin();
      try {
        T result = work.apply(manager);
        manager.getTransaction().commit();
        return result;
      } catch (RuntimeException e) {
        if (manager.getTransaction().isActive()) {
          manager.getTransaction().rollback();
        }
        throw e;
      }
    }
  }

  /// Persists an author of so many books and returns the author's id.
  public static long write(String name, int count) {
    return inTransaction(
            manager -> {
              var author = new Author(name);
              for (int i = 1; i <= count; i++) {
                author.books.add(new Book("book " + i, author));
              }
              manager.persist(author);
              return author;
            })
        .id;
  }

  public static String titles(String name) {
    return inTransaction(
        manager ->
            manager
                .createQuery(
                    "select b.title from Book b where b.author.name = :name order by b.id",
                    String.class)
                .setParameter("name", name)
                .getResultList()
                .stream()
                .collect(Collectors.joining(",")));
  }

  /// Finds by id, walks a lazy collection, changes what it finds.
  public static int shout(long author) {
    return inTransaction(
        manager -> {
          Author found = manager.find(Author.class, author);
          found.books.forEach(book -> book.title = book.title.toUpperCase(java.util.Locale.ROOT));
          return found.books.size();
        });
  }

  /// A table constraint refuses it, and then another transaction of the same call goes on.
  public static String refused(String name) {
    String state;
    try {
      write(name, 1);
      state = "none";
    } catch (RollbackException e) {
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      state = String.valueOf(cause.getMessage());
    } catch (PersistenceException e) {
      state = String.valueOf(e.getMessage());
    }
    write(name + "'s brother", 1);
    return state;
  }

  public static String stale(long author) {
    try {
      inTransaction(
          manager -> {
            Book book = manager.find(Author.class, author).books.getFirst();
            book.title = "mine";
            PgSession.current().execute("update book set version = version + 1");
            return null;
          });
      return "fresh";
    } catch (RollbackException e) {
      return e.getCause() instanceof OptimisticLockException ? "stale" : String.valueOf(e);
    } catch (OptimisticLockException e) {
      return "stale";
    }
  }
}
