package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityGraph;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.NamedAttributeNode;
import jakarta.persistence.NamedEntityGraph;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.TypedQueryReference;
import jakarta.persistence.metamodel.EmbeddableType;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.ListAttribute;
import jakarta.persistence.metamodel.MappedSuperclassType;
import jakarta.persistence.metamodel.Metamodel;
import jakarta.persistence.metamodel.SetAttribute;
import jakarta.persistence.metamodel.SingularAttribute;
import jakarta.persistence.metamodel.StaticMetamodel;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Static metamodel classes (Jakarta Persistence 3.2, sections 6.2.1 and 6.2.2).
@NullUnmarked // a null where none is expected fails the test by itself
class StaticMetamodelTest {
  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @MappedSuperclass
  static class Rooted {
    @Id int id;
  }

  @StaticMetamodel(Rooted.class)
  abstract static class Rooted_ {
    public static final String ID = "id";
    public static volatile MappedSuperclassType<Rooted> class_;
    public static volatile SingularAttribute<Rooted, Integer> id;
  }

  @Entity(name = "Tree")
  @NamedEntityGraph(name = "Tree.family", attributeNodes = @NamedAttributeNode("children"))
  @NamedQuery(name = "Tree.tall", query = "select t from Tree t where t.size.metres > 20")
  static class Tree extends Rooted {
    String kind;
    Size size;
    @ManyToOne Tree parent;

    @OneToMany(mappedBy = "parent")
    List<Tree> children;
  }

  @StaticMetamodel(Tree.class)
  abstract static class Tree_ extends Rooted_ {
    public static final String KIND = "kind";
    public static volatile EntityType<Tree> class_;
    public static volatile SingularAttribute<Tree, String> kind;
    public static volatile SingularAttribute<Tree, Size> size;
    public static volatile ListAttribute<Tree, Tree> children;
    public static volatile TypedQueryReference<Tree> _Tree_tall_;
    public static volatile EntityGraph<Tree> _Tree_family;
    // What a class generated from an earlier Tree would have.
    public static volatile SingularAttribute<Tree, String> colour;
    public static volatile SetAttribute<Tree, Tree> parent;
    static String note = "mine";
  }

  @Embeddable
  static class Size {
    int metres;
  }

  @StaticMetamodel(Size.class)
  abstract static class Size_ {
    public static volatile EmbeddableType<Size> class_;
    public static volatile SingularAttribute<Size, Integer> metres;
  }

  /// Named like a metamodel class of another.
  @Entity(name = "Bush")
  static class Bush {
    @Id int id;
  }

  @StaticMetamodel(Tree.class)
  abstract static class Bush_ {
    public static volatile SingularAttribute<Bush, Integer> id;
  }

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("static-metamodel")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Tree.class)
            .managedClass(Bush.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "create")
            .createEntityManagerFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @Test
  void attributes_of_entities_superclasses_and_embeddables_are_there_when_the_factory_is() {
    Metamodel metamodel = factory.getMetamodel();
    assertSame(metamodel.entity(Tree.class), Tree_.class_);
    assertSame(metamodel.entity(Tree.class).getAttribute("kind"), Tree_.kind);
    assertSame(metamodel.entity(Tree.class).getList("children"), Tree_.children);
    assertSame(metamodel.managedType(Rooted.class), Rooted_.class_);
    assertSame(metamodel.managedType(Rooted.class).getAttribute("id"), Tree_.id);
    assertSame(metamodel.embeddable(Size.class), Size_.class_);
    assertSame(metamodel.embeddable(Size.class).getAttribute("metres"), Size_.metres);
    assertEquals(Tree_.KIND, Tree_.kind.getName());
    assertEquals(Rooted_.ID, Tree_.id.getName());
  }

  @Test
  void a_reference_to_a_named_query_is_there_too_and_runs() {
    factory.runInTransaction(
        manager -> {
          Tree oak = new Tree();
          oak.id = 1;
          oak.size = new Size();
          oak.size.metres = 30;
          manager.persist(oak);
        });
    assertNotNull(Tree_._Tree_tall_);
    assertEquals("Tree.tall", Tree_._Tree_tall_.getName());
    try (var manager = factory.createEntityManager()) {
      assertEquals(1, manager.createQuery(Tree_._Tree_tall_).getSingleResult().id);
    }
  }

  @Test
  void a_named_entity_graph_is_there_too() {
    assertEquals("Tree.family", Tree_._Tree_family.getName());
    assertEquals("children", Tree_._Tree_family.getAttributeNodes().get(0).getAttributeName());
  }

  @Test
  void a_field_that_stands_for_nothing_stays_as_it_is() {
    assertNull(Tree_.colour);
    assertNull(Tree_.parent);
    assertEquals("mine", Tree_.note);
  }

  @Test
  void a_class_that_is_the_metamodel_of_another_is_left_alone() {
    assertNull(Bush_.id);
  }
}
