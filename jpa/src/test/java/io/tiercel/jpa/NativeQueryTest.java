package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Column;
import jakarta.persistence.ColumnResult;
import jakarta.persistence.ConstructorResult;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityResult;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.FieldResult;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.NamedNativeQuery;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.SqlResultSetMapping;
import jakarta.persistence.Table;
import jakarta.persistence.Tuple;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Native queries and what their rows become (Jakarta Persistence 3.2, sections 3.11.12 and
/// 10.4.3).
@NullUnmarked // a null where none is expected fails the test by itself
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NativeQueryTest {
  enum Colour {
    RED,
    BLUE
  }

  @Embeddable
  record Size(Integer width, Integer height) {}

  @Entity(name = "Item")
  @Table(name = "item")
  @SqlResultSetMapping(
      name = "OrderAndItem",
      entities = {
        @EntityResult(
            entityClass = Purchase.class,
            fields = {
              @FieldResult(name = "id", column = "OID"),
              @FieldResult(name = "total", column = "OTOTAL"),
              @FieldResult(name = "item", column = "OITEM"),
              @FieldResult(name = "version", column = "OVERSION")
            }),
        @EntityResult(entityClass = Item.class)
      },
      columns = @ColumnResult(name = "INAME"))
  @SqlResultSetMapping(
      name = "SideBySide",
      entities = {
        @EntityResult(entityClass = Purchase.class),
        @EntityResult(entityClass = Item.class)
      })
  @SqlResultSetMapping(
      name = "Sized",
      entities =
          @EntityResult(
              entityClass = Item.class,
              fields = {
                @FieldResult(name = "size.width", column = "w"),
                @FieldResult(name = "size.height", column = "h")
              }))
  @SqlResultSetMapping(
      name = "Line",
      classes =
          @ConstructorResult(
              targetClass = Line.class,
              columns = {
                @ColumnResult(name = "id", type = Long.class),
                @ColumnResult(name = "name"),
                @ColumnResult(name = "total")
              }),
      columns = @ColumnResult(name = "total", type = String.class))
  @SqlResultSetMapping(
      name = "Colours",
      columns = {
        @ColumnResult(name = "colour", type = Colour.class),
        @ColumnResult(name = "bought", type = java.sql.Date.class),
        @ColumnResult(name = "id", type = short.class)
      })
  @NamedNativeQuery(
      name = "Item.inline",
      query = "select i.*, i.id * 2 as twice from item i order by i.id",
      entities = @EntityResult(entityClass = Item.class),
      columns = @ColumnResult(name = "twice", type = Integer.class))
  @NamedNativeQuery(
      name = "Item.mapped",
      query = "select 1 as w, 2 as h, * from (select id, name, colour, bought from item) as i",
      resultSetMapping = "Sized")
  @NamedNativeQuery(
      name = "Purchase.locked",
      query = "select *, total as t from purchase where id = 10 for update",
      entities =
          @EntityResult(entityClass = Purchase.class, lockMode = LockModeType.PESSIMISTIC_WRITE),
      columns = @ColumnResult(name = "t"))
  @NamedNativeQuery(name = "Item.all", query = "select * from item", resultClass = Item.class)
  static class Item {
    @Id Long id;
    String name;

    @Enumerated(EnumType.STRING)
    Colour colour;

    LocalDate bought;
    @Embedded Size size;

    protected Item() {}

    Item(long id, String name) {
      this.id = id;
      this.name = name;
    }
  }

  @Entity(name = "Purchase")
  @Table(name = "purchase")
  @SqlResultSetMapping(
      name = "Locked",
      entities =
          @EntityResult(
              entityClass = Purchase.class,
              lockMode = LockModeType.PESSIMISTIC_FORCE_INCREMENT))
  static class Purchase {
    @Id Long id;
    @Version int version;
    BigDecimal total;

    @ManyToOne(fetch = FetchType.LAZY)
    Item item;

    protected Purchase() {}

    Purchase(long id, String total, Item item) {
      this.id = id;
      this.total = new BigDecimal(total);
      this.item = item;
    }
  }

  @Embeddable
  record PlaceKey(String hall, @Column(name = "seat_number") Integer number) {}

  @Entity(name = "Place")
  @Table(name = "place")
  @SqlResultSetMapping(
      name = "Place",
      entities =
          @EntityResult(
              entityClass = Place.class,
              fields = {
                @FieldResult(name = "key.hall", column = "a"),
                @FieldResult(name = "key.number", column = "b"),
                @FieldResult(name = "guest", column = "c")
              }))
  @SqlResultSetMapping(
      name = "Misspelt",
      entities =
          @EntityResult(
              entityClass = Place.class,
              fields = @FieldResult(name = "gest", column = "c")))
  static class Place {
    @EmbeddedId PlaceKey key;
    String guest;

    protected Place() {}

    Place(String hall, int number, String guest) {
      key = new PlaceKey(hall, number);
      this.guest = guest;
    }
  }

  public record Line(Long id, String name, double total) {}

  @Parameter TestServer server;
  private TestDatabase database;
  private EntityManagerFactory factory;

  @BeforeParameterizedClassInvocation
  void open(TestServer server) {
    database = server.newDatabase();
    factory =
        new PersistenceConfiguration("native")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Item.class)
            .managedClass(Purchase.class)
            .managedClass(Place.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .createEntityManagerFactory();
    factory.runInTransaction(
        manager -> {
          var pen = new Item(1, "Pen");
          pen.colour = Colour.RED;
          pen.bought = LocalDate.of(2026, 1, 31);
          pen.size = new Size(1, 15);
          var ink = new Item(2, "Ink");
          manager.persist(pen);
          manager.persist(ink);
          manager.persist(new Purchase(10, "25.00", pen));
          manager.persist(new Purchase(11, "150.00", ink));
          manager.persist(new Place("north", 7, "Ada"));
        });
  }

  @AfterParameterizedClassInvocation
  void close() {
    factory.close();
    database.close();
  }

  private void run(Consumer<EntityManager> work) {
    factory.runInTransaction(work);
  }

  @Test
  void several_entities_and_a_value_come_from_one_row() {
    run(
        manager -> {
          Object[] row =
              (Object[])
                  manager
                      .createNativeQuery(
                          "select o.id as OID, o.total as OTOTAL, o.item_id as OITEM,"
                              + " o.version as OVERSION, i.*, i.name as INAME"
                              + " from purchase o join item i on i.id = o.item_id"
                              + " where o.total < ?1",
                          "OrderAndItem")
                      .setParameter(1, 100)
                      .getSingleResult();
          assertEquals(3, row.length);
          var purchase = (Purchase) row[0];
          assertEquals(10L, purchase.id);
          assertSame(row[1], purchase.item);
          assertEquals("Pen", ((Item) row[1]).name);
          assertEquals("Pen", row[2]);
          assertTrue(manager.contains(purchase));
        });
  }

  @Test
  void columns_that_share_a_name_go_to_the_entities_in_turn() {
    run(
        manager -> {
          List<?> rows =
              manager
                  .createNativeQuery(
                      "select o.*, i.* from purchase o join item i on i.id = o.item_id"
                          + " order by o.id",
                      "SideBySide")
                  .getResultList();
          assertEquals(2, rows.size());
          Object[] last = (Object[]) rows.getLast();
          assertEquals(11L, ((Purchase) last[0]).id);
          assertEquals(2L, ((Item) last[1]).id);
          assertEquals("Ink", ((Item) last[1]).name);
        });
  }

  @Test
  void an_outer_join_without_a_match_gives_null_for_the_entity() {
    run(
        manager -> {
          Object[] row =
              (Object[])
                  manager
                      .createNativeQuery(
                          "select o.*, i.* from purchase o left join item i on false limit 1",
                          "SideBySide")
                      .getSingleResult();
          assertNull(row[1]);
        });
  }

  @Test
  void parts_of_embeddables_and_of_embedded_ids_have_field_results() {
    run(
        manager -> {
          var item =
              (Item)
                  manager
                      .createNativeQuery(
                          "select id, name, colour, bought, 3 as w, 4 as h from item where id = 2",
                          "Sized")
                      .getSingleResult();
          assertEquals(new Size(3, 4), item.size);
          manager.detach(item);
          var place =
              (Place)
                  manager
                      .createNativeQuery(
                          "select hall as a, seat_number as b, guest as c from place", "Place")
                      .getSingleResult();
          assertEquals(new PlaceKey("north", 7), place.key);
          assertSame(place, manager.find(Place.class, new PlaceKey("north", 7)));
        });
  }

  @Test
  void a_constructor_takes_columns_as_its_parameters_are() {
    run(
        manager -> {
          Object[] row =
              (Object[])
                  manager
                      .createNativeQuery(
                          "select o.id, i.name, o.total from purchase o join item i on i.id ="
                              + " o.item_id where o.id = 10",
                          "Line")
                      .getSingleResult();
          assertEquals(new Line(10L, "Pen", 25), row[0]);
          assertEquals("25.00", row[1]);
        });
  }

  @Test
  void a_column_is_read_as_the_type_that_its_mapping_names() {
    run(
        manager ->
            assertArrayEquals(
                new Object[] {Colour.RED, java.sql.Date.valueOf("2026-01-31"), (short) 1},
                (Object[])
                    manager
                        .createNativeQuery("select * from item where id = 1", "Colours")
                        .getSingleResult()));
  }

  @Test
  void named_queries_bring_their_mappings() {
    run(
        manager -> {
          List<?> rows = manager.createNamedQuery("Item.inline").getResultList();
          assertEquals("Pen", ((Item) ((Object[]) rows.getFirst())[0]).name);
          assertEquals(4, ((Object[]) rows.getLast())[1]);
          assertEquals(2, manager.createNamedQuery("Item.all", Item.class).getResultList().size());
          manager.clear();
          assertEquals(
              new Size(1, 2),
              manager
                  .createNamedQuery("Item.mapped", Item.class)
                  .setMaxResults(1)
                  .getSingleResult()
                  .size);
          factory.addNamedQuery("Again", manager.createNamedQuery("Item.mapped"));
          assertEquals(2, manager.createNamedQuery("Again", Item.class).getResultList().size());
        });
  }

  @Test
  void a_lock_that_the_statement_takes_is_known_of() {
    run(
        manager -> {
          var purchase =
              (Purchase)
                  manager
                      .createNativeQuery(
                          "select * from purchase where id = 11 for update", "Locked")
                      .getSingleResult();
          assertEquals(LockModeType.PESSIMISTIC_FORCE_INCREMENT, manager.getLockMode(purchase));
        });
    run(manager -> assertEquals(1, manager.find(Purchase.class, 11L).version));
  }

  @Test
  void a_mapping_fills_tuples_whose_entities_are_locked() {
    run(
        manager -> {
          Tuple tuple = manager.createNamedQuery("Purchase.locked", Tuple.class).getSingleResult();
          assertEquals(new BigDecimal("25.00"), tuple.get("t"));
          assertEquals(LockModeType.PESSIMISTIC_WRITE, manager.getLockMode(tuple.get(0)));
        });
  }

  @Test
  void the_rows_that_a_statement_returns_become_entities() {
    run(
        manager -> {
          var place =
              (Place)
                  manager
                      .createNativeQuery(
                          "insert into place (hall, seat_number, guest) values ('south', 1, 'Bob')"
                              + " returning *",
                          Place.class)
                      .getSingleResult();
          assertEquals("Bob", place.guest);
          manager.remove(place);
        });
  }

  @Test
  void rows_without_a_mapping_are_values_arrays_or_tuples() {
    run(
        manager -> {
          assertEquals(
              List.of(1L, 2L),
              manager.createNativeQuery("select id from item order by id").getResultList());
          assertEquals(
              Colour.RED,
              manager
                  .createNativeQuery("select colour from item where id = 1", Colour.class)
                  .getSingleResult());
          Object[] array =
              (Object[])
                  manager
                      .createNativeQuery("select 1, 1 + 1, 'x', null, id as id, id as id from item")
                      .setMaxResults(1)
                      .getSingleResult();
          assertArrayEquals(new Object[] {1, 2, "x", null, 1L, 1L}, array);
          Tuple tuple =
              (Tuple)
                  manager
                      .createNativeQuery(
                          "select id as \"itemId\", name from item where id = 1", Tuple.class)
                      .getSingleResult();
          assertEquals(1L, tuple.get("itemId"));
          assertEquals("Pen", tuple.get("name", String.class));
        });
  }

  @Test
  void pages_end_a_statement_that_ends_in_a_comment() {
    run(
        manager ->
            assertEquals(
                List.of(2L),
                manager
                    .createNativeQuery("select id from item order by id -- by id")
                    .setFirstResult(1)
                    .setMaxResults(5)
                    .getResultList()));
  }

  @Test
  void results_of_a_mapping_are_streamed() {
    run(
        manager -> {
          try (Stream<?> rows =
              manager
                  .createNativeQuery("select * from item order by id", Item.class)
                  .getResultStream()) {
            assertEquals(List.of("Pen", "Ink"), rows.map(item -> ((Item) item).name).toList());
          }
        });
  }

  /// Section 3.11.1: IllegalStateException is for statements of JPQL.
  @Test
  void what_changes_rows_and_gives_none_back_is_not_run_for_a_result() {
    for (String change :
        List.of(
            "update item set name = 'gone'",
            "-- a comment\n delete from item",
            "with old as (select 1 as n) update item set name = 'gone' from old",
            "with gone as (delete from item returning id) delete from item",
            "truncate item cascade")) {
      try (EntityManager manager = factory.createEntityManager()) {
        manager.getTransaction().begin();
        assertThrows(
            PersistenceException.class,
            () -> manager.createNativeQuery(change).getResultList(),
            change);
        manager.getTransaction().rollback();
      }
    }
    run(
        manager ->
            assertEquals(
                2L,
                manager
                    .createNativeQuery("select count(*) from item where name <> 'gone'")
                    .getSingleResult()));
  }

  @Test
  void whatever_else_gives_rows_is_a_query() {
    run(
        manager -> {
          for (String query :
              List.of(
                  "(select 7) union (select 7)",
                  "/* seven (7) */ values (7)",
                  "-- seven\n\tselect 7")) {
            assertEquals(List.of(7), manager.createNativeQuery(query).getResultList(), query);
          }
          manager.createNativeQuery("declare seven cursor for select 7").executeUpdate();
          assertEquals(
              List.of(7), manager.createNativeQuery("fetch all from seven").getResultList());
          manager.createNativeQuery("prepare seven as select 7").executeUpdate();
          assertEquals(List.of(7), manager.createNativeQuery("execute seven").getResultList());
          manager.createNativeQuery("deallocate seven").executeUpdate();
        });
  }

  private String refusal(Consumer<EntityManager> work) {
    try (var manager = factory.createEntityManager()) {
      return Objects.requireNonNull(
          assertThrows(IllegalArgumentException.class, () -> work.accept(manager)).getMessage());
    }
  }

  @Test
  void what_cannot_be_mapped_is_named_with_its_neighbour() {
    assertEquals(
        """
        no result set mapping is named "OrderAndItems"
        Hint: did you mean "OrderAndItem"?\
        """,
        refusal(manager -> manager.createNativeQuery("select 1", "OrderAndItems")));
    assertTrue(
        refusal(
                manager ->
                    manager
                        .createNativeQuery("select hall, guest from place", Place.class)
                        .getResultList())
            .startsWith("the result has no column \"seat_number\" for column seat_number of Place"),
        "a column that is missing");
    assertTrue(
        refusal(
                manager ->
                    manager
                        .createNativeQuery("select *, guest as c from place", "Misspelt")
                        .getResultList())
            .contains("did you mean \"guest\"?"),
        "a field that is unknown");
  }
}
