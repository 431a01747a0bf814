package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.ColumnResult;
import jakarta.persistence.ConstructorResult;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.NamedStoredProcedureQuery;
import jakarta.persistence.ParameterMode;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.SqlResultSetMapping;
import jakarta.persistence.StoredProcedureParameter;
import jakarta.persistence.StoredProcedureQuery;
import jakarta.persistence.Table;
import jakarta.persistence.TemporalType;
import jakarta.persistence.TransactionRequiredException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Functions and procedures as queries (Jakarta Persistence 3.2, sections 3.11.17 and 10.4.4).
@NullUnmarked // a null where none is expected fails the test by itself
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoredProcedureTest {
  public record Name(Integer id, String name) {}

  @Entity(name = "Worker")
  @Table(name = "worker")
  @SqlResultSetMapping(
      name = "IdAndName",
      classes =
          @ConstructorResult(
              targetClass = Name.class,
              columns = {@ColumnResult(name = "ID"), @ColumnResult(name = "NAME")}))
  @NamedStoredProcedureQuery(
      name = "Worker.nameOf",
      procedureName = "NameOf",
      parameters = {
        @StoredProcedureParameter(mode = ParameterMode.IN, type = Integer.class),
        @StoredProcedureParameter(mode = ParameterMode.OUT, type = String.class)
      })
  @NamedStoredProcedureQuery(
      name = "Worker.byName",
      procedureName = "workers_like",
      resultClasses = Worker.class,
      parameters = @StoredProcedureParameter(name = "pattern", type = String.class))
  static class Worker {
    @Id Integer id;
    String name;
    LocalDate hired;

    protected Worker() {}

    Worker(int id, String name) {
      this.id = id;
      this.name = name;
      this.hired = LocalDate.of(2020, 1, id);
    }
  }

  @Parameter TestServer server;
  private TestDatabase database;
  private EntityManagerFactory factory;

  @BeforeParameterizedClassInvocation
  void open(TestServer server) {
    database = server.newDatabase();
    factory =
        new PersistenceConfiguration("procedures")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Worker.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .createEntityManagerFactory();
    run(
        manager -> {
          manager.persist(new Worker(1, "Ada"));
          manager.persist(new Worker(2, "Bob"));
          manager.persist(new Worker(3, "Abe"));
        });
    database.execute(
        """
        create function nameof(worker_id integer, out result text) language sql
          as 'select name from worker where id = worker_id'\
        """,
        """
        create function shout(inout word text) language sql as 'select upper(word)'\
        """,
        """
        create function workers_like(pattern text) returns setof worker language sql
          as 'select * from worker where name like pattern order by id'\
        """,
        """
        create function all_workers() returns refcursor language plpgsql as
          $$ declare c refcursor; begin
               open c for select * from worker order by id; return c; end $$\
        """,
        """
        create function two_sets(low integer, out a refcursor, out b refcursor)
          language plpgsql as
          $$ begin
               open a for select * from worker where id >= low order by id;
               open b for select id, name from worker where id < low order by id; end $$\
        """,
        """
        create function hired_on(day date) returns integer language sql
          as 'select id from worker where hired = day'\
        """,
        """
        create procedure raise_ids(by integer) language sql
          as 'update worker set id = id + by'\
        """,
        """
        create procedure divide(in dividend integer, out quotient integer,
            in divisor integer default 2, inout remainder integer default 0) language plpgsql as
          $$ begin quotient := dividend / divisor; remainder := dividend % divisor; end $$\
        """,
        "create function nothing() returns void language sql as 'select 1'",
        "create schema tools",
        "create function tools.twice(n bigint) returns bigint language sql as 'select n * 2'",
        "create function total(variadic n integer[]) returns bigint language sql"
            + " as 'select sum(x) from unnest(n) x'");
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
  void output_parameters_have_values_after_the_call() {
    run(
        manager -> {
          StoredProcedureQuery query = manager.createStoredProcedureQuery("NameOf");
          query.registerStoredProcedureParameter(1, Integer.class, ParameterMode.IN);
          query.registerStoredProcedureParameter(2, String.class, ParameterMode.OUT);
          query.setParameter(1, 2);
          assertThrows(IllegalStateException.class, () -> query.getOutputParameterValue(2));
          assertFalse(query.execute());
          assertEquals("Bob", query.getOutputParameterValue(2));
          assertThrows(IllegalArgumentException.class, () -> query.getOutputParameterValue(1));
          assertThrows(IllegalArgumentException.class, () -> query.getOutputParameterValue(99));
          assertThrows(IllegalStateException.class, () -> query.getParameterValue(2));
          assertFalse(manager.getTransaction().getRollbackOnly());
        });
  }

  @Test
  void an_inout_parameter_keeps_its_argument_and_has_an_output_value() {
    run(
        manager -> {
          StoredProcedureQuery query =
              manager
                  .createStoredProcedureQuery("shout")
                  .registerStoredProcedureParameter("word", String.class, ParameterMode.INOUT)
                  .setParameter("word", "hey");
          assertFalse(query.execute());
          assertEquals("HEY", query.getOutputParameterValue("word"));
          assertEquals("hey", query.getParameterValue("word"));
        });
  }

  @Test
  void named_queries_bring_parameters_and_result_classes() {
    run(
        manager -> {
          StoredProcedureQuery nameOf =
              manager.createNamedStoredProcedureQuery("Worker.nameOf").setParameter(1, 1);
          nameOf.execute();
          assertEquals("Ada", nameOf.getOutputParameterValue(2));
          List<?> found =
              manager
                  .createNamedStoredProcedureQuery("Worker.byName")
                  .setParameter("pattern", "A%")
                  .getResultList();
          assertEquals(2, found.size());
          assertTrue(manager.contains(found.getFirst()));
          factory.addNamedQuery("Again", manager.createNamedStoredProcedureQuery("Worker.byName"));
          assertEquals(
              "Bob",
              ((Worker)
                      manager
                          .createNamedStoredProcedureQuery("Again")
                          .setParameter("pattern", "B%")
                          .getSingleResult())
                  .name);
        });
  }

  @Test
  void cursors_are_result_sets() {
    run(
        manager -> {
          StoredProcedureQuery query =
              manager.createStoredProcedureQuery("all_workers", Worker.class);
          query.registerStoredProcedureParameter(1, void.class, ParameterMode.REF_CURSOR);
          assertTrue(query.execute());
          assertEquals(-1, query.getUpdateCount());
          assertEquals(3, query.getResultList().size());
          assertFalse(query.hasMoreResults());
          assertEquals(-1, query.getUpdateCount());
          assertThrows(IllegalStateException.class, query::getResultList);
        });
    run(
        manager -> {
          List<?> unregistered =
              manager
                  .createStoredProcedureQuery("all_workers", "IdAndName")
                  .setFirstResult(1)
                  .setMaxResults(1)
                  .getResultList();
          assertEquals(List.of(new Name(2, "Bob")), unregistered);
        });
  }

  @Test
  void several_result_sets_follow_each_other() {
    run(
        manager -> {
          StoredProcedureQuery query =
              manager
                  .createStoredProcedureQuery("two_sets", Worker.class)
                  .registerStoredProcedureParameter(1, Integer.class, ParameterMode.IN)
                  .registerStoredProcedureParameter(2, void.class, ParameterMode.REF_CURSOR)
                  .registerStoredProcedureParameter(3, void.class, ParameterMode.REF_CURSOR)
                  .setParameter(1, 3);
          List<Object> all = new ArrayList<>();
          boolean more = query.execute();
          while (more) {
            all.add(query.getResultList());
            more = query.hasMoreResults();
          }
          assertEquals("Abe", ((Worker) ((List<?>) all.get(0)).getFirst()).name);
          List<?> second = (List<?>) all.get(1);
          assertEquals("Ada", ((Object[]) second.getFirst())[1]);
          assertEquals(2, second.size());
        });
  }

  @Test
  void a_procedure_is_called() {
    run(
        manager -> {
          StoredProcedureQuery raise =
              manager
                  .createStoredProcedureQuery("raise_ids")
                  .registerStoredProcedureParameter(1, Integer.class, ParameterMode.IN)
                  .setParameter(1, 100);
          assertEquals(0, raise.executeUpdate());
          assertEquals(-1, raise.getUpdateCount(), "executeUpdate() has given it");
          assertFalse(raise.hasMoreResults());
          assertEquals(-1, raise.getUpdateCount());
          assertEquals("Ada", manager.find(Worker.class, 101).name);
          raise.setParameter(1, -100).executeUpdate();
        });
  }

  @Test
  void a_parameter_of_another_query_is_refused() {
    try (EntityManager manager = factory.createEntityManager()) {
      var raise =
          manager
              .createStoredProcedureQuery("raise_ids")
              .registerStoredProcedureParameter(1, Integer.class, ParameterMode.IN)
              .setParameter(1, 100);
      var shout =
          manager
              .createStoredProcedureQuery("shout")
              .registerStoredProcedureParameter(1, String.class, ParameterMode.INOUT);
      @SuppressWarnings("unchecked") // as an application with raw types has it
      var word = (jakarta.persistence.Parameter<Object>) shout.getParameter(1);
      var refused =
          assertThrows(IllegalArgumentException.class, () -> raise.getParameterValue(word));
      assertTrue(
          refused.getMessage().contains("this query's is a java.lang.Integer"),
          refused.getMessage());
      assertThrows(IllegalArgumentException.class, () -> raise.setParameter(word, "x"));
      assertEquals(100, raise.getParameterValue(1));
    }
  }

  @Test
  void arguments_of_a_procedure_have_defaults_by_name() {
    run(
        manager -> {
          StoredProcedureQuery query =
              manager
                  .createStoredProcedureQuery("divide")
                  .registerStoredProcedureParameter("dividend", Integer.class, ParameterMode.IN)
                  .registerStoredProcedureParameter("remainder", Long.class, ParameterMode.INOUT)
                  .registerStoredProcedureParameter("quotient", Short.class, ParameterMode.OUT)
                  .setParameter("dividend", 7)
                  .setParameter("remainder", 0L);
          assertFalse(query.execute());
          assertEquals((short) 3, query.getOutputParameterValue("quotient"));
          assertEquals(1L, query.getOutputParameterValue("remainder"));
        });
  }

  @Test
  void a_function_in_a_schema_gives_a_value() {
    try (var manager = factory.createEntityManager()) {
      assertEquals(
          42L,
          manager
              .createStoredProcedureQuery("tools.Twice")
              .registerStoredProcedureParameter(1, Integer.class, ParameterMode.IN)
              .setParameter(1, 21)
              .getSingleResult());
      StoredProcedureQuery total = manager.createStoredProcedureQuery("total", Integer.class);
      for (int i = 1; i <= 3; i++) {
        total.registerStoredProcedureParameter(i, Integer.class, ParameterMode.IN);
        total.setParameter(i, i);
      }
      assertEquals(6, total.getSingleResult());
    }
  }

  @Test
  void a_function_that_returns_nothing_has_no_result_set() {
    run(
        manager -> {
          StoredProcedureQuery query = manager.createStoredProcedureQuery("nothing");
          assertFalse(query.execute());
          assertEquals(0, query.getUpdateCount());
        });
  }

  @Test
  @SuppressWarnings("deprecation") // TemporalType belongs to the interface
  void a_calendar_becomes_what_the_argument_is() {
    run(
        manager -> {
          var day = new GregorianCalendar(2020, 0, 2, 13, 30);
          StoredProcedureQuery query =
              manager
                  .createStoredProcedureQuery("hired_on")
                  .registerStoredProcedureParameter(1, java.util.Calendar.class, ParameterMode.IN)
                  .registerStoredProcedureParameter(2, Integer.class, ParameterMode.OUT)
                  .setParameter(1, day, TemporalType.DATE);
          query.execute();
          assertEquals(2, query.getOutputParameterValue(2));
          assertEquals(2, query.getParameters().size());
        });
  }

  @Test
  void what_cannot_be_called_is_refused_with_what_there_is() {
    try (var manager = factory.createEntityManager()) {
      var unknown = manager.createStoredProcedureQuery("nowhere.at_all");
      assertTrue(
          assertThrows(PersistenceException.class, unknown::execute)
              .getMessage()
              .startsWith("no function or procedure is named \"nowhere.at_all\""));
      var without = manager.createStoredProcedureQuery("nameof");
      assertTrue(
          assertThrows(PersistenceException.class, without::execute)
              .getMessage()
              .contains("function nameof(worker_id integer, out result text)"));
      var unbound =
          manager
              .createStoredProcedureQuery("nameof")
              .registerStoredProcedureParameter(1, Integer.class, ParameterMode.IN);
      assertThrows(IllegalStateException.class, unbound::execute);
      var cursors = manager.createStoredProcedureQuery("all_workers");
      assertThrows(TransactionRequiredException.class, cursors::execute);
      assertThrows(
          IllegalArgumentException.class,
          () -> manager.createNamedStoredProcedureQuery("Worker.nameof2"));
      assertThrows(
          IllegalArgumentException.class,
          () -> manager.createStoredProcedureQuery("nameof", "NoMapping"));
      assertNull(
          manager
              .createStoredProcedureQuery("hired_on")
              .registerStoredProcedureParameter(1, LocalDate.class, ParameterMode.IN)
              .setParameter(1, LocalDate.of(1999, 1, 1))
              .getSingleResult());
    }
  }
}
