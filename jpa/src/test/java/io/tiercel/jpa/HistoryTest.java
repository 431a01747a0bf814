package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.history.Histories;
import io.tiercel.jpa.history.SystemVersioned;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.SchemaValidationException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Histories that the schema tools make, migrate and purge.
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@NullUnmarked // a null where none is expected fails the test by itself
class HistoryTest {

  @Entity(name = "Price")
  @SystemVersioned(history = "price_history", schema = "past")
  @Inheritance
  @DiscriminatorValue("P")
  static class Price {
    @Id int id;
    int amount;

    Price() {}

    Price(int id, int amount) {
      this.id = id;
      this.amount = amount;
    }
  }

  @Entity(name = "Special")
  @DiscriminatorValue("S")
  static class Special extends Price {
    Integer left;
  }

  @Entity(name = "Plain")
  static class Plain {
    @Id int id;
  }

  private static final Map<String, Object> WITH_SCHEMAS =
      Map.of("jakarta.persistence.schema-generation.create-database-schemas", true);

  @Parameter TestServer server;
  private TestUnit unit;

  @BeforeEach
  void open() {
    unit = TestUnit.with(server, WITH_SCHEMAS, Price.class, Special.class, Plain.class);
  }

  @AfterEach
  void close() {
    unit.close();
  }

  private Histories histories() {
    return unit.factory().unwrap(Histories.class);
  }

  private Instant now() {
    return unit.query(
        manager ->
            (Instant)
                manager
                    .createNativeQuery("select clock_timestamp()", Instant.class)
                    .getSingleResult());
  }

  private void set(int id, int amount) {
    unit.inTransaction(manager -> manager.find(Price.class, id).amount = amount);
  }

  private List<Integer> amounts(Instant moment) {
    return unit.query(
        manager ->
            manager
                .createQuery(
                    "select p.amount from Price p as of :moment order by p.id", Integer.class)
                .setParameter("moment", moment)
                .getResultList());
  }

  private Object formerRows() {
    return unit.value("select count(*) from past.price_history");
  }

  @Test
  void rows_are_kept_as_they_were() {
    Instant before = now();
    unit.inTransaction(manager -> manager.persist(new Price(1, 10)));
    Instant first = now();
    set(1, 20);
    unit.inTransaction(manager -> manager.persist(new Special()));
    Instant second = now();
    unit.inTransaction(manager -> manager.remove(manager.find(Price.class, 1)));
    assertEquals(List.of(), amounts(before));
    assertEquals(List.of(10), amounts(first));
    assertEquals(List.of(0, 20), amounts(second));
    assertEquals(List.of(0), amounts(now()));
  }

  @Test
  void rows_of_bulk_statements_and_of_others_are_kept() {
    unit.inTransaction(
        manager -> {
          for (int i = 1; i <= 3_000; i++) {
            manager.persist(new Price(i, i));
          }
        });
    Instant first = now();
    unit.inTransaction(
        manager -> manager.createQuery("update Price set amount = 0").executeUpdate());
    unit.sql("delete from price where id > 10");
    assertEquals(3_000, amounts(first).size());
    assertEquals(10, amounts(now()).size());
    assertEquals(5_990L, formerRows());
  }

  @Test
  void what_one_transaction_changes_twice_counts_once() {
    unit.inTransaction(manager -> manager.persist(new Price(1, 10)));
    unit.inTransaction(
        manager -> {
          var price = manager.find(Price.class, 1);
          price.amount = 20;
          manager.flush();
          price.amount = 30;
        });
    assertEquals(1L, formerRows());
    assertEquals(List.of(30), amounts(now()));
  }

  @Test
  void periods_do_not_overlap_when_an_older_transaction_writes_later() {
    unit.inTransaction(manager -> manager.persist(new Price(1, 10)));
    try (var older = unit.factory().createEntityManager()) {
      older.getTransaction().begin();
      older.unwrap(Connection.class);
      older.createNativeQuery("select current_timestamp", Instant.class).getSingleResult();
      set(1, 20);
      older.find(Price.class, 1).amount = 30;
      older.getTransaction().commit();
    }
    assertEquals(2L, formerRows());
    assertEquals(
        0L,
        unit.value(
            "with p as (select sys_period from past.price_history union all select sys_period from"
                + " price) select count(*) from p a, p b where a.sys_period && b.sys_period"
                + " and a.sys_period <> b.sys_period"));
    assertEquals(List.of(30), amounts(now()));
  }

  @Test
  void a_schema_that_is_there_is_migrated() {
    unit.sql(
        "drop table past.price_history",
        "drop function past.price_history_keep_row() cascade",
        "alter table price drop column sys_period");
    unit.inTransaction(manager -> manager.persist(new Price(1, 10)));
    histories().migrate();
    histories().migrate();
    set(1, 20);
    assertEquals(1L, formerRows());
    unit.sql("alter table price add note varchar(20)");
    histories().migrate();
    assertEquals(0L, unit.value("select count(note) from past.price_history"));
    set(1, 30);
    assertEquals(2L, formerRows());
  }

  @Test
  void former_rows_are_purged() {
    unit.inTransaction(manager -> manager.persist(new Price(1, 10)));
    set(1, 20);
    Instant middle = now();
    set(1, 30);
    assertEquals(1, histories().purge(Price.class, middle));
    assertEquals(List.of(20), amounts(middle));
    assertEquals(1L, formerRows());
    assertEquals(0, histories().purge(Special.class, middle));
    var error =
        assertThrows(IllegalArgumentException.class, () -> histories().purge(Plain.class, middle));
    assertTrue(error.getMessage().contains("Plain has no table of former rows"), error.toString());
  }

  @Test
  void a_schema_is_dropped_and_made_with_its_histories() throws Exception {
    unit.inTransaction(manager -> manager.persist(new Price(1, 10)));
    set(1, 20);
    unit.factory().getSchemaManager().truncate();
    assertEquals(0L, formerRows());
    unit.factory().getSchemaManager().drop(false);
    assertEquals(
        0L,
        unit.value(
            "select (select count(*) from pg_proc where proname like 'price%') + (select count(*)"
                + " from pg_class where relname like 'price%')"));
    unit.factory().getSchemaManager().create(false);
    unit.factory().getSchemaManager().create(false);
    unit.factory().getSchemaManager().validate();
    unit.inTransaction(manager -> manager.persist(new Price(1, 10)));
    set(1, 20);
    assertEquals(1L, formerRows());
  }

  @Test
  void scripts_make_and_drop_histories() throws Exception {
    var create = new StringWriter();
    var drop = new StringWriter();
    unit.factory().getSchemaManager().drop(false);
    var scripts =
        new PersistenceConfiguration("scripts")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Price.class)
            .managedClass(Special.class)
            .property(
                PersistenceConfiguration.JDBC_URL,
                unit.factory().getProperties().get(PersistenceConfiguration.JDBC_URL))
            .property("jakarta.persistence.schema-generation.scripts.action", "drop-and-create")
            .property("jakarta.persistence.schema-generation.scripts.create-target", create)
            .property("jakarta.persistence.schema-generation.scripts.drop-target", drop);
    scripts.createEntityManagerFactory().close();
    for (String line : create.toString().lines().toList()) {
      unit.sql(line);
    }
    unit.sql("insert into price (dtype, id, amount) values ('P', 1, 1)", "delete from price");
    assertEquals(1L, formerRows());
    for (String line : drop.toString().lines().toList()) {
      unit.sql(line);
    }
    assertEquals(0L, unit.value("select count(*) from pg_proc where proname like 'price%'"));
  }

  @Test
  void a_history_is_validated() {
    var schema = unit.factory().getSchemaManager();
    assertDoesNotThrow(schema::validate);
    unit.sql(
        "alter table past.price_history drop column amount",
        "alter table price disable trigger price_history_keep_row");
    differs(
        "column past.price_history.amount does not exist",
        "alter table past.price_history add column amount integer",
        "nothing writes past.price_history");
    unit.sql("alter table past.price_history alter column sys_period type text");
    differs("column past.price_history.sys_period, the period of its rows, is of type text");
    unit.sql("drop table past.price_history");
    differs("table past.price_history, the history of price, does not exist");
    unit.sql("alter table price drop column sys_period");
    differs(
        "column price.sys_period, the period of its rows, does not exist",
        "call Histories.migrate()");
    histories().migrate();
    unit.sql("alter table price enable trigger price_history_keep_row");
    assertDoesNotThrow(schema::validate);
  }

  private void differs(String... parts) {
    var failure =
        assertThrows(SchemaValidationException.class, unit.factory().getSchemaManager()::validate);
    String told =
        failure.getMessage()
            + Arrays.stream(failure.getFailures()).map(Throwable::getMessage).toList();
    for (String part : parts) {
      assertTrue(told.contains(part), () -> part + " is not in " + told);
    }
  }
}
