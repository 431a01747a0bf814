package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.GraphHints;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityGraph;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.NamedAttributeNode;
import jakarta.persistence.NamedEntityGraph;
import jakarta.persistence.NamedSubgraph;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PersistenceConfiguration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Entity graphs over hierarchies (Jakarta Persistence 3.2, section 3.7: treated subgraphs, and
/// `subclassSubgraphs`).
@NullUnmarked // a null where none is expected fails the test by itself
class TreatedGraphTest {

  @Entity(name = "Keeper")
  @NamedEntityGraph(
      name = "toys of dogs",
      attributeNodes = @NamedAttributeNode(value = "pets", subgraph = "pet"),
      subgraphs = {
        @NamedSubgraph(name = "pet", attributeNodes = @NamedAttributeNode("home")),
        @NamedSubgraph(name = "pet", type = Dog.class, attributeNodes = @NamedAttributeNode("toys"))
      })
  static class Keeper {
    @Id int id;

    @OneToMany(mappedBy = "keeper")
    Set<Pet> pets = new HashSet<>();

    Keeper() {}

    Keeper(int id) {
      this.id = id;
    }
  }

  @Entity(name = "Pet")
  @Inheritance(strategy = InheritanceType.JOINED)
  @NamedEntityGraph(
      name = "dogs with toys",
      attributeNodes = @NamedAttributeNode("home"),
      subclassSubgraphs =
          @NamedSubgraph(
              name = "dog",
              type = Dog.class,
              attributeNodes = @NamedAttributeNode("toys")))
  static class Pet {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Keeper keeper;

    @ManyToOne(fetch = FetchType.LAZY)
    Keeper home;

    Pet() {}

    Pet(int id, Keeper keeper, Keeper home) {
      this.id = id;
      this.keeper = keeper;
      this.home = home;
    }
  }

  @Entity(name = "Dog")
  static class Dog extends Pet {
    @OneToMany(mappedBy = "dog")
    Set<Toy> toys = new HashSet<>();

    Dog() {}

    Dog(int id, Keeper keeper, Keeper home) {
      super(id, keeper, home);
    }
  }

  @Entity(name = "Cat")
  static class Cat extends Pet {
    int lives = 9;

    Cat() {}

    Cat(int id, Keeper keeper, Keeper home) {
      super(id, keeper, home);
    }
  }

  @Entity(name = "Toy")
  static class Toy {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Dog dog;

    Toy() {}

    Toy(int id, Dog dog) {
      this.id = id;
      this.dog = dog;
    }
  }

  private TestDatabase database;
  private EntityManagerFactory factory;
  private EntityManager manager;

  @BeforeEach
  void open() {
    database = TestServer.v18().newDatabase();
    var unit =
        new PersistenceConfiguration("pets")
            .provider(TiercelPersistenceProvider.class.getName())
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "create");
    List.of(Keeper.class, Pet.class, Dog.class, Cat.class, Toy.class).forEach(unit::managedClass);
    factory = unit.createEntityManagerFactory();
    factory.runInTransaction(
        fresh -> {
          var keeper = new Keeper(1);
          var home = new Keeper(2);
          var dog = new Dog(1, keeper, home);
          List.of(keeper, home, dog, new Cat(2, keeper, home), new Toy(1, dog), new Toy(2, dog))
              .forEach(fresh::persist);
        });
    manager = factory.createEntityManager();
  }

  @AfterEach
  void close() {
    manager.close();
    factory.close();
    database.close();
  }

  private boolean isLoaded(Object entity, String attribute) {
    return factory.getPersistenceUnitUtil().isLoaded(entity, attribute);
  }

  private void assertToysOfDogs(Iterable<Pet> pets) {
    for (Pet pet : pets) {
      assertTrue(isLoaded(pet, "home"));
      if (pet instanceof Dog dog) {
        assertTrue(isLoaded(dog, "toys"));
        assertEquals(2, dog.toys.size());
      }
    }
  }

  @Test
  void a_treated_subgraph_names_attributes_of_a_subclass() {
    EntityGraph<Keeper> graph = manager.createEntityGraph(Keeper.class);
    graph.addElementSubgraph("pets", Pet.class).addAttributeNodes("home");
    graph.addElementSubgraph("pets", Dog.class).addAttributeNodes("toys");
    Keeper keeper = manager.find(graph, 1);
    assertEquals(2, keeper.pets.size());
    assertToysOfDogs(keeper.pets);
  }

  @Test
  void an_annotation_names_subgraphs_by_class() {
    assertToysOfDogs(
        manager
            .createQuery("from Keeper k where k.id = 1", Keeper.class)
            .setHint(GraphHints.FETCH, "toys of dogs")
            .getSingleResult()
            .pets);
  }

  @Test
  void the_root_may_have_attributes_of_its_subclasses() {
    assertToysOfDogs(
        manager
            .createQuery("from Pet p", Pet.class)
            .setHint(GraphHints.LOAD, "dogs with toys")
            .getResultList());
    manager.clear();
    EntityGraph<Pet> graph = manager.createEntityGraph(Pet.class);
    graph.addTreatedSubgraph(Dog.class).addAttributeNodes("toys");
    assertTrue(isLoaded(manager.find(graph, 1), "toys"));
    assertFalse(isLoaded(manager.find(graph, 2), "home"));
  }

  @Test
  void a_class_beside_the_hierarchy_is_refused() {
    EntityGraph<Pet> graph = manager.createEntityGraph(Pet.class);
    assertThrows(IllegalArgumentException.class, () -> graph.addSubgraph("home", Toy.class));
    assertThrows(IllegalArgumentException.class, () -> graph.addAttributeNodes("toys"));
  }

  @Test
  void a_schema_of_joined_tables_is_valid() throws Exception {
    factory.getSchemaManager().validate();
    database.execute("alter table dog drop constraint dog_pkey cascade");
    var failure =
        assertThrows(
            jakarta.persistence.SchemaValidationException.class,
            () -> factory.getSchemaManager().validate());
    assertTrue(failure.getMessage().contains("the id of dog"), failure::getMessage);
  }
}
