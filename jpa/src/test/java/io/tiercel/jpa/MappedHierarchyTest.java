package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.Zoo.Animal;
import io.tiercel.jpa.Zoo.Bear;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceUnitUtil;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A hierarchy of entities that a mapping file describes (Jakarta Persistence 3.2, sections 12.2.3
/// and 7.11).
@NullUnmarked // a null where none is expected fails the test by itself
class MappedHierarchyTest {
  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("zoo")
            .provider(TiercelPersistenceProvider.class.getName())
            .mappingFile("io/tiercel/jpa/zoo.xml")
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "create")
            .createEntityManagerFactory();
    factory.runInTransaction(
        manager -> {
          Bear bear = new Bear();
          bear.id = 1;
          bear.weight = 300;
          bear.diet.put("honey", 500);
          manager.persist(bear);
          Animal animal = new Animal();
          animal.id = 2;
          manager.persist(animal);
        });
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @Test
  void subclasses_are_stored_as_the_file_says() {
    try (EntityManager manager = factory.createEntityManager()) {
      Animal found = manager.find(Animal.class, 1);
      assertEquals(300, ((Bear) found).weight);
      assertEquals(Map.of("honey", 500), found.diet);
      assertEquals(
          "B",
          manager.createNativeQuery("select species from animal where id = 1").getSingleResult());
      assertEquals(
          500,
          manager
              .createNativeQuery("select grams from animal_diet where food = 'honey'")
              .getSingleResult());
    }
  }

  @Test
  void subclasses_inherit_callbacks_graphs_and_attributes() {
    try (EntityManager manager = factory.createEntityManager()) {
      assertEquals(1, manager.find(Bear.class, 1).getBirths());
      assertEquals("Animal.diet", manager.getEntityGraph("Animal.diet").getName());
      var bear = manager.getMetamodel().entity(Bear.class);
      assertEquals(Animal.class, bear.getSupertype().getJavaType());
      assertEquals(Integer.class, bear.getMap("diet").getElementType().getJavaType());
    }
  }

  @Test
  void the_class_of_a_reference_is_that_of_its_row() {
    PersistenceUnitUtil util = factory.getPersistenceUnitUtil();
    try (EntityManager manager = factory.createEntityManager()) {
      assertEquals(Bear.class, util.getClass(manager.find(Animal.class, 1)));
      manager.clear();
      Animal bear = manager.getReference(Animal.class, 1);
      assertTrue(util.isInstance(bear, Bear.class));
      assertEquals(Bear.class, util.getClass(bear));
      Animal animal = manager.getReference(Animal.class, 2);
      assertFalse(util.isInstance(animal, Bear.class));
      assertTrue(util.isInstance(animal, Animal.class));
      assertEquals(Animal.class, util.getClass(animal));
    }
  }
}
