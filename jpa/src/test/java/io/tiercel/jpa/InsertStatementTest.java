package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Column;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Query;
import jakarta.persistence.TableGenerator;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;

/// Insert statements of the query language, which the specification has not.
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@NullUnmarked // a null where none is expected fails the test by itself
class InsertStatementTest {
  enum Kind {
    TREE,
    FLOWER
  }

  @Embeddable
  record Spot(Integer row, Integer bed) {}

  @Entity(name = "Garden")
  static class Garden {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    Long id;

    @Version int version;
    String name;

    Garden() {}

    Garden(String name) {
      this.name = name;
    }
  }

  @Entity(name = "Plant")
  static class Plant {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    int id;

    @Version Instant changed;

    @Column(unique = true)
    String name;

    @Enumerated(EnumType.STRING)
    Kind kind;

    Spot spot;
    @ManyToOne Garden garden;
    int watered;
  }

  @Entity(name = "Note")
  static class Note {
    @Id
    @GeneratedValue(strategy = GenerationType.UUID)
    UUID id;

    String text;

    @Column(insertable = false)
    String status;
  }

  @Embeddable
  record BookingKey(int garden, int day) {}

  @Entity(name = "Booking")
  static class Booking {
    @EmbeddedId BookingKey key;
    String guest;
  }

  @Entity(name = "Counted")
  static class Counted {
    @Id
    @GeneratedValue(strategy = GenerationType.TABLE, generator = "counted")
    @TableGenerator(name = "counted")
    long id;
  }

  @Entity(name = "Tool")
  @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
  abstract static class Tool {
    @Id int id;
    String name;
  }

  @Entity(name = "Spade")
  @DiscriminatorValue("S")
  static class Spade extends Tool {}

  @Entity(name = "Rake")
  @DiscriminatorValue("R")
  static class Rake extends Tool {}

  @Entity(name = "Machine")
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Machine {
    @Id int id;
  }

  @Entity(name = "Mower")
  static class Mower extends Machine {
    int width;
  }

  @Parameter TestServer server;
  private TestUnit unit;

  @BeforeEach
  void open() {
    unit =
        TestUnit.on(
            server,
            Garden.class,
            Plant.class,
            Note.class,
            Booking.class,
            Counted.class,
            Tool.class,
            Spade.class,
            Rake.class,
            Machine.class,
            Mower.class);
  }

  @AfterEach
  void close() {
    unit.close();
  }

  private int update(String jpql, Object... arguments) {
    return unit.query(
        manager -> {
          Query query = manager.createQuery(jpql);
          for (int i = 0; i < arguments.length; i++) {
            query.setParameter(i + 1, arguments[i]);
          }
          return query.executeUpdate();
        });
  }

  private List<Object> select(String jpql) {
    return unit.query(manager -> manager.createQuery(jpql, Object.class).getResultList());
  }

  @Test
  void rows_of_values_are_inserted_with_what_persist_would_give() {
    assertEquals(2, update("insert into Garden (name) values ('North'), (?1)", "South"));
    assertEquals(
        List.of("North 0", "South 0"),
        select("select g.name || ' ' || cast(g.version as string) from Garden g order by g.name"));
    // The ids are not handed out again.
    unit.inTransaction(
        manager -> {
          for (int i = 0; i < 150; i++) {
            manager.persist(new Garden("more"));
          }
        });
    assertEquals(List.of(152L), select("select count(g) from Garden g"));
  }

  @Test
  void values_are_what_their_attributes_hold() {
    var garden = new Garden("North");
    unit.inTransaction(manager -> manager.persist(garden));
    assertEquals(
        1,
        update(
            "insert into Plant (name, kind, spot, garden, watered) values (?1, TREE, ?2, ?3, 1 +"
                + " 1)",
            "Elm",
            new Spot(3, null),
            garden));
    unit.inTransaction(
        manager -> {
          var elm = manager.createQuery("from Plant", Plant.class).getSingleResult();
          assertEquals(Kind.TREE, elm.kind);
          assertEquals(new Spot(3, null), elm.spot);
          assertEquals(garden.id, elm.garden.id);
          assertEquals(2, elm.watered);
          assertTrue(elm.changed.isAfter(Instant.EPOCH));
        });
    assertEquals(
        1,
        update(
            "insert into Plant (name, spot.bed, garden.id, watered) values ('Rose', 4, null, 0)"));
    assertEquals(List.of(4), select("select p.spot.bed from Plant p where p.name = 'Rose'"));
  }

  @Test
  void rows_of_a_query_are_inserted() {
    var garden = new Garden("North");
    unit.inTransaction(manager -> manager.persist(garden));
    update(
        "insert into Plant (name, kind, spot, garden, watered) values"
            + " ('Elm', TREE, ?1, ?2, 1), ('Rose', FLOWER, null, ?2, 2)",
        new Spot(3, 4),
        garden);
    assertEquals(
        1,
        update(
            "insert into Plant (name, kind, spot, garden, watered) select p.name || ?1, FLOWER,"
                + " p.spot, p.garden, ?2 from Plant p where p.kind = TREE order by p.name limit 5",
            " II",
            7));
    unit.inTransaction(
        manager -> {
          var copy =
              manager
                  .createQuery("from Plant where name = 'Elm II'", Plant.class)
                  .getSingleResult();
          assertEquals(Kind.FLOWER, copy.kind);
          assertEquals(new Spot(3, 4), copy.spot);
          assertEquals(garden.id, copy.garden.id);
          assertEquals(7, copy.watered);
        });
    assertEquals(
        2, update("insert into Note (text) select p.name from Plant p where p.kind = FLOWER"));
    assertEquals(
        List.of(2L), select("select count(distinct n.id) from Note n where n.text is not null"));
    assertEquals(
        1,
        update(
            "insert into Garden (name) select g.name from Garden g union select null from Note n"
                + " where n.text = 'none'"));
  }

  @Test
  void a_row_that_is_there_is_left_or_updated() {
    update("insert into Plant (name, watered) values ('Elm', 1)");
    assertEquals(
        1,
        update(
            "insert into Plant (name, watered) values ('Elm', 5), ('Fir', 2)"
                + " on conflict (name) do nothing"));
    assertEquals(
        0, update("insert into Plant (name, watered) values ('Elm', 5) on conflict do nothing"));
    assertEquals(
        2,
        update(
            "insert into Plant p (name, watered) values ('Elm', 5), ('Oak', 3) on conflict (name)"
                + " do update set watered = p.watered + excluded.watered, spot = ?1",
            new Spot(1, 2)));
    assertEquals(
        List.of("Elm 6", "Fir 2", "Oak 3"),
        select("select p.name || ' ' || cast(p.watered as string) from Plant p order by p.name"));
    assertEquals(
        List.of("Elm"),
        select("select p.name from Plant p where p.spot.row = 1 and p.spot.bed = 2"));
    assertEquals(
        0,
        update(
            "insert into Plant p (name, watered) select q.name, 100 from Plant q where q.name ="
                + " 'Elm' on conflict (name) do update set watered = excluded.watered"
                + " where p.watered < (select max(r.watered) from Plant r)"));
  }

  @Test
  void a_conflict_of_an_embedded_id_names_it_as_a_whole() {
    String upsert =
        "insert into Booking (key, guest) values (?1, ?2) on conflict (key)"
            + " do update set guest = excluded.guest";
    assertEquals(1, update(upsert, new BookingKey(1, 2), "Ann"));
    assertEquals(1, update(upsert, new BookingKey(1, 2), "Ben"));
    assertEquals(List.of("Ben"), select("select b.guest from Booking b"));
  }

  @Test
  void a_row_is_of_the_class_that_is_named() {
    update("insert into Rake (id, name) values (1, 'old')");
    update("insert into Spade (id, name) select r.id + 1, r.name from Rake r");
    assertEquals(
        List.of(Rake.class, Spade.class), select("select type(t) from Tool t order by t.id"));
    assertEquals(
        0,
        update(
            "insert into Spade (id, name) values (1, 'new') on conflict (id)"
                + " do update set name = excluded.name"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "insert into Plnt (name) values ('x') ~ unknown entity \"Plnt\"",
        "insert into Plant (nme) values ('x') ~ unknown variable \"nme\"",
        "insert into Plant (name, name) values ('x', 'y') ~ name is named twice",
        "insert into Plant (name) values ('x', 'y') ~ expected 1 values, found 2",
        "insert into Plant (name) values (watered) ~ unknown variable \"watered\"",
        "insert into Plant (name) select p.name, p.id from Plant p ~ expected a query of 1 items",
        "insert into Plant (garden) values (1) ~ cannot assign Integer to entity Garden",
        "insert into Plant (garden) select p from Plant p ~ cannot assign entity Plant to entity",
        "insert into Plant (name) select p.garden from Plant p ~ cannot assign entity Garden to",
        "insert into Plant (name) select p.spot from Plant p ~ cannot assign Spot to name, String",
        "insert into Plant (garden.name) values ('x') ~ cannot assign to garden.name",
        "insert into Note (status) values ('x') ~ status is not insertable",
        "insert into Booking (guest) values ('x') ~ needs a value for key",
        "insert into Counted (id) select c.id from Counted c on conflict (id) do ~ NOTHING or",
        "insert into Tool (id) values (1) ~ cannot insert into Tool, which is abstract",
        "insert into Mower (id) values (1) on conflict do nothing ~ which has several tables, is"
            + " not",
        "insert into Plant (name) values ('x') on conflict do update set name = 'y' ~ DO UPDATE"
            + " needs the attributes",
        "insert into Plant p (name) values ('x') on conflict (name) do update set name ="
            + " p.garden.name ~ sees the row that is there and the excluded one only",
        "insert into Plant values ('x') ~ expected (",
        "insert into Plant (name) ('x') ~ expected VALUES or a query",
      })
  void what_is_wrong_is_refused_with_its_place(String jpql, String problem) {
    var error = assertThrows(IllegalArgumentException.class, () -> update(jpql));
    assertTrue(error.getMessage().contains(problem), error.getMessage());
    assertTrue(error.getMessage().contains("line 1, column "), error.getMessage());
  }

  @Test
  void an_update_assigns_embeddables() {
    update("insert into Plant (name, watered) values ('Elm', 1)");
    assertEquals(1, update("update Plant set spot = ?1", new Spot(8, 9)));
    assertEquals(List.of(new Spot(8, 9)), select("select p.spot from Plant p"));
    assertEquals(1, update("update Plant p set p.spot = null where p.spot = ?1", new Spot(8, 9)));
    assertEquals(List.of("Elm"), select("select p.name from Plant p where p.spot is null"));
  }
}
