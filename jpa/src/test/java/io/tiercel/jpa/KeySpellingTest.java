package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Ids that the database gives back in another spelling than the application wrote: it fills
/// `char(n)` up with blanks, and gives every `numeric(p, s)` s digits.
@NullUnmarked // a null where none is expected fails the test by itself
class KeySpellingTest {
  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @Entity(name = "Currency")
  static class Currency {
    @Id
    @Column(columnDefinition = "char(6)")
    String code;

    @Version int version;
    String name;

    @OneToMany(mappedBy = "currency", cascade = CascadeType.ALL, orphanRemoval = true)
    List<Rate> rates = new ArrayList<>();

    protected Currency() {}

    Currency(String code) {
      this.code = code;
    }
  }

  @Entity(name = "Rate")
  static class Rate {
    @Id
    @Column(precision = 10, scale = 3)
    BigDecimal factor;

    @Version int version;
    String name;

    @ManyToOne(fetch = FetchType.LAZY)
    Currency currency;

    @OneToOne(mappedBy = "rate")
    Quote quote;

    protected Rate() {}

    Rate(Currency currency, String factor) {
      this.currency = currency;
      this.factor = new BigDecimal(factor);
    }
  }

  @Entity(name = "Quote")
  static class Quote {
    @Id int id;

    @OneToOne(fetch = FetchType.LAZY)
    Rate rate;

    protected Quote() {}

    Quote(int id, Rate rate) {
      this.id = id;
      this.rate = rate;
    }
  }

  /// A text column, where blanks count.
  @Entity(name = "Word")
  static class Word {
    @Id String text;
    @Version int version;
    String meaning;

    protected Word() {}

    Word(String text) {
      this.text = text;
    }
  }

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory = factory("drop-and-create");
  }

  private static EntityManagerFactory factory(String action) {
    return new PersistenceConfiguration("keys")
        .provider(TiercelPersistenceProvider.class.getName())
        .managedClass(Currency.class)
        .managedClass(Rate.class)
        .managedClass(Quote.class)
        .managedClass(Word.class)
        .property(UnitProperties.URL, database.jdbcUrl())
        .property(UnitProperties.SCHEMA_ACTION, action)
        .createEntityManagerFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @BeforeEach
  void fill() {
    factory.getSchemaManager().truncate();
    factory.runInTransaction(
        manager -> {
          for (String code : List.of("EUR", "USD", "CHF")) {
            Currency currency = new Currency(code);
            manager.persist(currency);
          }
          Currency euro = manager.find(Currency.class, "EUR");
          for (String factor : List.of("1.5", "2", "0.25")) {
            Rate rate = new Rate(euro, factor);
            euro.rates.add(rate);
            manager.persist(new Quote(factor.length(), rate));
          }
        });
  }

  @Test
  void an_instance_is_the_same_by_whatever_spelling_it_is_found() {
    factory.runInTransaction(
        manager -> {
          Currency euro = manager.find(Currency.class, "EUR");
          assertEquals("EUR", euro.code);
          assertSame(euro, manager.find(Currency.class, "EUR   "));
          assertSame(euro, manager.getReference(Currency.class, "EUR "));
          assertSame(
              euro,
              manager
                  .createQuery("from Currency c where c.code = 'EUR'", Currency.class)
                  .getSingleResult());
          Rate rate = manager.find(Rate.class, new BigDecimal("1.50"));
          assertSame(rate, manager.find(Rate.class, new BigDecimal("1.5000")));
          assertSame(euro, rate.currency);
        });
    factory.runInTransaction(
        manager -> {
          Currency lazy = manager.getReference(Currency.class, "EUR  ");
          assertSame(lazy, manager.find(Rate.class, new BigDecimal("2.0")).currency);
          assertSame(lazy, manager.find(Currency.class, "EUR"));
          assertEquals(3, lazy.rates.size());
          Rate reference = manager.getReference(Rate.class, new BigDecimal("0.2500"));
          assertSame(reference, manager.find(Rate.class, new BigDecimal("0.25")));
        });
  }

  @Test
  void an_instance_persisted_in_this_transaction_is_the_one_a_query_gives_back() {
    factory.runInTransaction(
        manager -> {
          Currency yen = new Currency("JPY");
          manager.persist(yen);
          Rate rate = new Rate(yen, "7");
          manager.persist(rate);
          assertSame(
              yen,
              manager
                  .createQuery("from Currency c where c.code = 'JPY'", Currency.class)
                  .getSingleResult());
          assertSame(
              rate,
              manager.createQuery("from Rate r where r.factor = 7", Rate.class).getSingleResult());
        });
  }

  @Test
  void associations_find_their_targets() {
    factory.runInTransaction(
        manager -> {
          Currency euro = manager.find(Currency.class, "EUR");
          assertEquals(3, euro.rates.size());
          for (Rate rate : euro.rates) {
            assertSame(euro, rate.currency);
            assertSame(rate, rate.quote.rate);
          }
        });
  }

  @Test
  void several_rows_are_written_and_deleted_without_being_taken_for_stale() {
    factory.runInTransaction(
        manager -> {
          manager
              .createQuery("from Currency c", Currency.class)
              .getResultList()
              .forEach(currency -> currency.name = "changed");
          manager
              .createQuery("from Rate r", Rate.class)
              .getResultList()
              .forEach(rate -> rate.name = "changed");
        });
    factory.runInTransaction(
        manager -> {
          assertEquals(
              3L,
              manager
                  .createQuery("select count(c) from Currency c where c.name = 'changed'")
                  .getSingleResult());
          manager.createQuery("from Quote q", Quote.class).getResultList().forEach(manager::remove);
          manager
              .createQuery("from Currency c", Currency.class)
              .getResultList()
              .forEach(manager::remove);
        });
    factory.runInTransaction(
        manager ->
            assertEquals(0L, manager.createQuery("select count(r) from Rate r").getSingleResult()));
  }

  @Test
  void only_the_row_that_lost_the_race_is_named() {
    var failure =
        assertThrows(
            OptimisticLockException.class,
            () ->
                factory.runInTransaction(
                    manager -> {
                      manager
                          .createQuery("from Currency c", Currency.class)
                          .getResultList()
                          .forEach(currency -> currency.name = "changed");
                      database.execute("update currency set version = 9 where code = 'USD'");
                      manager.flush();
                    }));
    assertTrue(
        failure.getMessage().startsWith("Currency#USD was changed or deleted"),
        failure.getMessage());
  }

  @Test
  void reading_alone_changes_no_row() {
    factory.runInTransaction(
        manager -> {
          manager.createQuery("from Rate r join fetch r.currency", Rate.class).getResultList();
          manager.createQuery("from Currency c", Currency.class).getResultList();
          manager.createQuery("from Quote q", Quote.class).getResultList();
        });
    factory.runInTransaction(
        manager -> {
          assertEquals(0, manager.find(Currency.class, "EUR").version);
          assertEquals(0, manager.find(Rate.class, new BigDecimal("1.5")).version);
        });
  }

  @Test
  void a_char_column_is_recognised_without_a_mapping_that_names_it() {
    database.execute(
        "drop table if exists coin", "create table coin (code char(5) primary key, name text)");
    try (EntityManagerFactory unit =
        new PersistenceConfiguration("coins")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Coin.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .createEntityManagerFactory()) {
      unit.runInTransaction(
          manager -> {
            Coin coin = new Coin();
            coin.code = "1c";
            manager.persist(coin);
          });
      unit.runInTransaction(
          manager -> {
            Coin coin = manager.find(Coin.class, "1c   ");
            assertEquals("1c", coin.code);
            assertSame(coin, manager.find(Coin.class, "1c"));
            assertSame(coin, manager.find(Coin.class, "1c "));
          });
    }
  }

  @Entity(name = "Coin")
  static class Coin {
    @Id String code;
    String name;
  }

  @Test
  void blanks_of_a_text_key_count() {
    factory.runInTransaction(
        manager -> {
          manager.persist(new Word("a"));
          manager.persist(new Word("a "));
        });
    factory.runInTransaction(
        manager -> {
          Word plain = manager.find(Word.class, "a");
          Word blank = manager.find(Word.class, "a ");
          assertNotSame(plain, blank);
          plain.meaning = "one";
          blank.meaning = "two";
        });
    factory.runInTransaction(
        manager -> assertEquals("two", manager.find(Word.class, "a ").meaning));
  }
}
