package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.EntityManager;
import jakarta.persistence.OptimisticLockException;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Entities whose rows are spread over secondary tables (Jakarta Persistence 3.2, section 11.1.49).
/// A secondary table gets a row with the first value; the row then stays until the entity goes.
@NullUnmarked // a null where none is expected fails the test by itself
class SecondaryTableTest extends SecondaryTables {
  // ---- the schema ----

  @Test
  void a_secondary_table_is_joined_to_the_primary_one_by_its_primary_key() {
    assertEquals(
        "PRIMARY KEY (person_id)",
        text(
            "select pg_get_constraintdef(oid) from pg_constraint where contype = 'p' and conrelid ="
                + " 'person_detail'::regclass"));
    assertEquals(
        "FOREIGN KEY (person_id) REFERENCES person(id)",
        text(
            "select pg_get_constraintdef(oid) from pg_constraint where contype = 'f' and conrelid ="
                + " 'person_detail'::regclass"));
    assertEquals(
        "person_id motto shoes",
        text(
            "select string_agg(attname, ' ' order by attnum) from pg_attribute where attnum > 0 and"
                + " not attisdropped and attrelid = 'person_detail'::regclass"));
    assertEquals(
        "UNIQUE (town, street)",
        text(
            "select pg_get_constraintdef(oid) from pg_constraint where contype = 'u' and conrelid ="
                + " 'person_home'::regclass"));
    assertEquals(
        "1", text("select count(*) from pg_indexes where indexdef like '%person_detail%(motto)%'"));
    assertEquals(
        "FOREIGN KEY (l, p) REFERENCES cell(line, place)",
        text(
            "select pg_get_constraintdef(oid) from pg_constraint where contype = 'f' and conrelid ="
                + " 'cell_text'::regclass"));
  }

  @Test
  void the_schema_is_valid_until_a_secondary_table_loses_a_column() throws Exception {
    unit.factory().getSchemaManager().validate();
    try (TestUnit other = TestUnit.on(server(), CLASSES)) {
      other.sql("alter table person_detail drop column shoes");
      var invalid =
          assertThrows(
              jakarta.persistence.SchemaValidationException.class,
              () -> other.factory().getSchemaManager().validate());
      assertTrue(
          String.valueOf(invalid.getFailures()[0]).contains("person_detail.shoes"),
          String.valueOf(invalid.getFailures()[0]));
    }
  }

  // ---- rows ----

  @Test
  void an_entity_without_values_there_has_no_row() {
    Long id = persist(new Person("Ann"));
    assertEquals("0", text("select count(*) from person_detail"));
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Person ann = manager.find(Person.class, id);
      assertEquals("Ann", ann.name);
      assertNull(ann.motto);
      assertNull(ann.home);
      assertNull(ann.landlord);
    }
  }

  @Test
  void values_are_written_and_read_with_the_entity_in_one_statement_each() {
    Person bob = new Person("Bob");
    bob.motto = "onwards";
    bob.home = new Home("Riga", "Elm");
    List<String> written = unit.statements(() -> persist(bob));
    assertEquals(
        1,
        written.stream().filter(sql -> sql.startsWith("insert into person_detail")).count(),
        written::toString);
    List<String> read =
        unit.statements(
            () -> {
              try (EntityManager manager = unit.factory().createEntityManager()) {
                Person found = manager.find(Person.class, bob.id);
                assertEquals("onwards", found.motto);
                assertEquals("Elm", found.home.street);
              }
            });
    assertEquals(1, read.size(), read::toString);
  }

  @Test
  void the_first_value_inserts_the_row_and_the_next_ones_update_it() {
    Long id = persist(new Person("Cid"));
    change(id, person -> person.motto = "first");
    assertEquals("first", text("select motto from person_detail"));
    change(
        id,
        person -> {
          person.motto = "second";
          person.shoes = 44;
        });
    assertEquals("second 44", text("select motto || ' ' || shoes from person_detail"));
    assertEquals("1", text("select count(*) from person_detail where person_id = " + id));
  }

  @Test
  void a_row_stays_when_its_last_value_goes() {
    Person dan = new Person("Dan");
    dan.shoes = 41;
    Long id = persist(dan);
    unit.sql("alter table person_detail add column if not exists legacy text");
    unit.sql("update person_detail set legacy = 'kept'");
    change(id, person -> person.shoes = null);
    assertEquals("kept", text("select legacy from person_detail where shoes is null"));
    change(id, person -> person.motto = "again");
    assertEquals("kept again", text("select legacy || ' ' || motto from person_detail"));
    unit.sql("alter table person_detail drop column legacy");
  }

  @Test
  void a_change_elsewhere_leaves_the_secondary_table_alone() {
    Person eve = new Person("Eve");
    eve.motto = "same";
    Long id = persist(eve);
    List<String> statements = unit.statements(() -> change(id, person -> person.name = "Eva"));
    assertTrue(
        statements.stream()
            .filter(sql -> !sql.startsWith("select"))
            .noneMatch(sql -> sql.contains("person_detail")),
        statements::toString);
    List<String> others = unit.statements(() -> change(id, person -> person.motto = "other"));
    assertEquals(2, others.size(), others::toString);
    assertTrue(
        others.getLast().contains("update person_detail set motto = $1 where person_id = $2"),
        others::toString);
    assertEquals("other", text("select motto from person_detail"));
  }

  @Test
  void removing_an_entity_takes_its_rows_everywhere() {
    Person fay = new Person("Fay");
    fay.motto = "gone";
    fay.home = new Home("Oslo", "Fir");
    Long id = persist(fay);
    unit.inTransaction(manager -> manager.remove(manager.find(Person.class, id)));
    assertEquals(
        "0",
        text(
            "select (select count(*) from person) + (select count(*) from person_detail) + (select"
                + " count(*) from person_home)"));
  }

  @Test
  void many_rows_of_which_some_have_values_are_written_together() {
    List<Person> people =
        IntStream.range(0, 600)
            .mapToObj(
                i -> {
                  Person person = new Person("p" + i);
                  person.shoes = i % 2 == 0 ? i : null;
                  return person;
                })
            .toList();
    unit.inTransaction(manager -> people.forEach(manager::persist));
    assertEquals("300", text("select count(*) from person_detail"));
    unit.inTransaction(
        manager -> {
          for (Person person :
              manager.createQuery("from Person p order by p.id", Person.class).getResultList()) {
            person.motto = "m" + person.name;
          }
        });
    assertEquals(
        "600 300",
        text(
            "select count(*) || ' ' || count(shoes) from person p join person_detail d on p.id ="
                + " d.person_id where d.motto = 'm' || p.name"));
    unit.inTransaction(
        manager ->
            manager
                .createQuery("from Person p where p.shoes is not null", Person.class)
                .getResultList()
                .forEach(manager::remove));
    assertEquals("300", text("select count(*) from person_detail"));
  }

  @Test
  void two_transactions_may_bring_the_first_value_of_one_row() {
    Long id = persist(new Person("Gus"));
    try (EntityManager one = unit.factory().createEntityManager();
        EntityManager other = unit.factory().createEntityManager()) {
      one.getTransaction().begin();
      other.getTransaction().begin();
      one.find(Person.class, id).motto = "one";
      other.find(Person.class, id).shoes = 40;
      one.getTransaction().commit();
      other.getTransaction().commit();
    }
    assertEquals("one 40", text("select motto || ' ' || shoes from person_detail"));
  }

  // ---- versions ----

  @Test
  void a_change_in_a_secondary_table_raises_the_version_and_loses_the_race_like_any_other() {
    unit.inTransaction(manager -> manager.persist(new Account(1)));
    try (EntityManager slow = unit.factory().createEntityManager()) {
      slow.getTransaction().begin();
      slow.find(Account.class, 1).note = "slow";
      unit.inTransaction(manager -> manager.find(Account.class, 1).note = "fast");
      var lost = assertThrows(Exception.class, () -> slow.getTransaction().commit());
      assertNotNull(optimistic(lost), lost::toString);
    }
    assertEquals(
        "fast 1", text("select note || ' ' || version from account join account_note using (id)"));
  }

  private static Throwable optimistic(Throwable thrown) {
    Throwable cause = thrown;
    while (cause != null && !(cause instanceof OptimisticLockException)) {
      cause = cause.getCause();
    }
    return cause;
  }

  @Test
  void many_changed_rows_of_which_one_lost_the_race_change_nothing() {
    unit.inTransaction(
        manager -> IntStream.range(0, 20).forEach(i -> manager.persist(new Account(i))));
    try (EntityManager slow = unit.factory().createEntityManager()) {
      slow.getTransaction().begin();
      slow.createQuery("from Account", Account.class)
          .getResultList()
          .forEach(account -> account.note = "slow");
      unit.inTransaction(manager -> manager.find(Account.class, 7).note = "fast");
      var lost = assertThrows(Exception.class, slow::flush);
      OptimisticLockException named = (OptimisticLockException) optimistic(lost);
      assertEquals(7, ((Account) named.getEntity()).id);
      slow.getTransaction().rollback();
    }
    assertEquals("fast", text("select string_agg(note, ' ') from account_note"));
  }

  // ---- the state of instances ----

  @Test
  void refresh_merge_and_detach_see_the_values() {
    Person jan = new Person("Jan");
    jan.motto = "old";
    Long id = persist(jan);
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Person found = manager.find(Person.class, id);
      unit.sql("update person_detail set motto = 'fresh'");
      manager.refresh(found);
      assertEquals("fresh", found.motto);
      unit.sql("delete from person_detail");
      manager.refresh(found);
      assertNull(found.motto);
    }
    Person detached = unit.query(manager -> manager.find(Person.class, id));
    detached.motto = "merged";
    detached.home = new Home("Bonn", "Oak");
    unit.inTransaction(manager -> manager.merge(detached));
    assertEquals(
        "merged Oak",
        text(
            "select motto || ' ' || street from person_detail d join person_home h on h.id ="
                + " d.person_id"));
  }

  @Test
  void composite_ids_join_the_tables_by_all_their_columns() {
    unit.inTransaction(
        manager -> {
          for (int i = 0; i < 3; i++) {
            Cell cell = new Cell();
            cell.id = new CellId(i, 10 - i);
            cell.text = i == 1 ? null : "t" + i;
            manager.persist(cell);
          }
        });
    unit.inTransaction(
        manager ->
            manager
                .createQuery("from Cell", Cell.class)
                .getResultList()
                .forEach(cell -> cell.text = "u" + cell.id.line()));
    assertEquals(
        "0 10 u0, 1 9 u1, 2 8 u2",
        text("select string_agg(concat_ws(' ', l, p, text), ', ' order by l) from cell_text"));
    unit.inTransaction(manager -> manager.remove(manager.find(Cell.class, new CellId(1, 9))));
    assertEquals("2", text("select count(*) from cell_text"));
  }
}
