package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityResult;
import jakarta.persistence.FieldResult;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.NamedNativeQuery;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.NamedStoredProcedureQuery;
import jakarta.persistence.ParameterMode;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.SqlResultSetMapping;
import jakarta.persistence.StoredProcedureParameter;
import jakarta.persistence.StoredProcedureQuery;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What a mapping file declares for the unit overrides the annotation of the same name (Jakarta
/// Persistence 3.2, section 12.2.1), whatever the annotation says.
@NullUnmarked // a null where none is expected fails the test by itself
class MappingFileOverridesTest {
  public record Pair(Integer id, Integer watts) {}

  @Entity(name = "Lamp")
  @SequenceGenerator(name = "lamps", sequenceName = "lamps_of_class")
  @NamedQuery(name = "Lamp.which", query = "select l.id from Lamp l")
  @NamedNativeQuery(name = "Lamp.raw", query = "select 'class'")
  @NamedStoredProcedureQuery(
      name = "Lamp.twice",
      procedureName = "not_there",
      parameters = @StoredProcedureParameter(type = String.class, mode = ParameterMode.INOUT))
  @SqlResultSetMapping(
      name = "Lamp.pair",
      entities =
          @EntityResult(
              entityClass = Lamp.class,
              fields = @FieldResult(name = "notThere", column = "NOT_THERE")))
  static class Lamp {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "lamps")
    Integer id;

    int watts;
  }

  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("lamps")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Lamp.class)
            .mappingFile("io/tiercel/jpa/overrides.xml")
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "create")
            .createEntityManagerFactory();
    database.execute(
        "create function twice(n integer, out result integer) language sql as 'select n * 2'");
    factory.runInTransaction(
        manager -> {
          var lamp = new Lamp();
          lamp.watts = 40;
          manager.persist(lamp);
        });
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @Test
  void queries() {
    factory.runInTransaction(
        manager -> {
          assertEquals(40, manager.createNamedQuery("Lamp.which").getSingleResult());
          assertEquals("file", manager.createNamedQuery("Lamp.raw").getSingleResult());
        });
  }

  @Test
  void stored_procedure_queries() {
    factory.runInTransaction(
        manager -> {
          StoredProcedureQuery twice = manager.createNamedStoredProcedureQuery("Lamp.twice");
          assertFalse(twice.setParameter(1, 21).execute());
          assertEquals(42, twice.getOutputParameterValue(2));
        });
  }

  @Test
  void result_set_mappings() {
    factory.runInTransaction(
        manager -> {
          var pair =
              (Pair)
                  manager
                      .createNativeQuery("select id, watts from lamp", "Lamp.pair")
                      .getSingleResult();
          assertEquals(40, pair.watts());
        });
  }

  @Test
  void generators() {
    factory.runInTransaction(
        manager ->
            assertEquals(
                1L,
                manager
                    .createNativeQuery(
                        "select count(*) from pg_sequences where sequencename like 'lamps_of_%'"
                            + " and sequencename = 'lamps_of_file' and increment_by = 5")
                    .getSingleResult()));
  }
}
