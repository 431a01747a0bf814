package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tables whose columns have other types than the mapping would choose, written in each of the ways
/// a flush has: one row, a few from arrays, many by COPY.
@NullUnmarked // a null where none is expected fails the test by itself
class HandMadeTableTest {
  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @Entity
  @Table(name = "\"Odd one\"", schema = "other")
  static class Odd {
    @Id int id;

    @Column(name = "\"Fixed\"")
    String fixed;

    String varying;
    String label;
    BigDecimal amount;
    int small;
    String price;
    String address;
    String bits;
    String note;
    String nothing;
  }

  @Entity
  @Table(name = "ticket")
  static class Ticket {
    @Id UUID number;
    UUID seat;
    int row;
  }

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    database.execute(
        "create schema other",
        "create domain other.label as varchar(10) check (value <> '')",
        """
        create table other."Odd one" (id int primary key, "Fixed" char(3), varying varchar(5),
          label other.label, amount numeric(8, 2), small smallint,
          price money, address inet, bits bit(3), note xml, nothing text)\
        """,
        "create table ticket (number varchar(96) primary key, seat char(40), row int)");
    factory =
        new PersistenceConfiguration("odd")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Odd.class)
            .managedClass(Ticket.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .createEntityManagerFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @BeforeEach
  void empty() {
    database.execute("truncate other.\"Odd one\"", "truncate ticket");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 250})
  void what_is_inserted_is_found_whole(int rows) {
    factory.runInTransaction(manager -> persist(manager, rows));
    factory.runInTransaction(
        manager -> {
          for (Odd odd : all(manager, rows)) {
            assertEquals("EUR", odd.fixed);
            assertEquals("whole", odd.varying);
            assertEquals("a label", odd.label);
            assertEquals(new BigDecimal("12.35"), odd.amount);
            assertEquals(7, odd.small);
            assertEquals("$123.45", odd.price);
            assertEquals("10.0.0.1", odd.address);
            assertEquals("101", odd.bits);
            assertEquals("<a/>", odd.note);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 250})
  void what_is_updated_is_found_whole(int rows) {
    factory.runInTransaction(manager -> persist(manager, rows));
    factory.runInTransaction(
        manager -> {
          for (Odd odd : all(manager, rows)) {
            odd.fixed = "USD";
            odd.varying = "other";
            odd.label = "new label";
            odd.amount = new BigDecimal("99.5");
            odd.small = -1;
            odd.price = "$7.00";
            odd.address = "10.0.0.2";
            odd.bits = "010";
            odd.note = "<b/>";
          }
        });
    factory.runInTransaction(
        manager -> {
          for (Odd odd : all(manager, rows)) {
            assertEquals("USD", odd.fixed);
            assertEquals("other", odd.varying);
            assertEquals("new label", odd.label);
            assertEquals(new BigDecimal("99.50"), odd.amount);
            assertEquals(-1, odd.small);
            assertEquals("$7.00", odd.price);
            assertEquals("10.0.0.2", odd.address);
            assertEquals("010", odd.bits);
            assertEquals("<b/>", odd.note);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 250})
  void a_uuid_in_a_text_column_is_its_text(int rows) {
    List<UUID> numbers = Stream.generate(UUID::randomUUID).limit(rows).toList();
    factory.runInTransaction(
        manager -> {
          for (UUID number : numbers) {
            Ticket ticket = new Ticket();
            ticket.number = number;
            ticket.seat = number;
            manager.persist(ticket);
          }
        });
    factory.runInTransaction(
        manager -> {
          numbers.forEach(number -> assertEquals(number, manager.find(Ticket.class, number).seat));
          manager
              .createQuery("select t from Ticket t where t.number in :numbers", Ticket.class)
              .setParameter("numbers", numbers)
              .getResultList()
              .forEach(ticket -> ticket.row = 7);
        });
    factory.runInTransaction(
        manager -> {
          var sevens = manager.createQuery("select t from Ticket t where t.row = 7", Ticket.class);
          assertEquals(rows, sevens.getResultList().size());
          sevens.getResultList().forEach(manager::remove);
        });
    factory.runInTransaction(
        manager ->
            assertEquals(
                0L,
                manager
                    .createQuery("select count(t) from Ticket t", Long.class)
                    .getSingleResult()));
  }

  private static void persist(EntityManager manager, int rows) {
    for (int i = 0; i < rows; i++) {
      Odd odd = new Odd();
      odd.id = i;
      odd.fixed = "EUR";
      odd.varying = "whole";
      odd.label = "a label";
      odd.amount = new BigDecimal("12.345");
      odd.small = 7;
      // Eight bytes as text: what a binary COPY would take for an amount of its own.
      odd.price = "00123.45";
      odd.address = "10.0.0.1";
      odd.bits = "101";
      odd.note = "<a/>";
      manager.persist(odd);
    }
  }

  private static List<Odd> all(EntityManager manager, int rows) {
    List<Odd> all = manager.createQuery("select o from Odd o", Odd.class).getResultList();
    assertEquals(rows, all.size());
    return all;
  }
}
