package io.tiercel.jpa.mapping.reading;

import static io.tiercel.jpa.mapping.reading.Mappings.column;
import static io.tiercel.jpa.mapping.reading.Mappings.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntityTable;
import jakarta.persistence.Column;
import jakarta.persistence.ConstraintMode;
import jakarta.persistence.Entity;
import jakarta.persistence.ForeignKey;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.Version;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// What annotations say about secondary tables and join tables of single-valued associations
/// (Jakarta Persistence 3.2, sections 11.1.27 and 11.1.49), and what is refused.
@NullUnmarked // entities are filled by the provider
class SecondaryTableMappingTest {
  @Entity
  @SecondaryTable(name = "Other", schema = "side")
  @SecondaryTable(
      name = "third",
      pkJoinColumns = @PrimaryKeyJoinColumn(name = "own", columnDefinition = "int4"),
      foreignKey = @ForeignKey(ConstraintMode.NO_CONSTRAINT))
  static class Spread {
    @Id int id;

    @Column(table = "OTHER", nullable = false)
    String word;

    @Column(table = "third")
    int number;

    @Column(table = "Spread")
    String here;
  }

  @Test
  void columns_stand_in_the_tables_that_they_name() {
    EntityMapping spread = Mappings.of(Spread.class);
    assertEquals("side.other", column(spread, "word").table().sql());
    assertFalse(column(spread, "word").nullable());
    assertEquals("third", column(spread, "number").table().sql());
    assertEquals("spread", column(spread, "here").table().sql());
    assertEquals(
        List.of("spread", "side.other", "third"),
        spread.tables().stream().map(table -> table.table().sql()).toList());
    EntityTable third = spread.tables().getLast();
    assertTrue(third.isOptional());
    assertEquals("own", third.key().getFirst().name());
    assertEquals("int4", third.key().getFirst().sqlType());
    var foreignKey = java.util.Objects.requireNonNull(third.key().getFirst().foreignKey());
    assertFalse(foreignKey.enforced());
    assertEquals("spread", foreignKey.table().name());
  }

  @Entity
  static class Unknown {
    @Id int id;

    @Column(table = "nowhere")
    String word;
  }

  @Entity
  static class UnknownOfAssociation {
    @Id int id;

    @ManyToOne
    @JoinColumn(table = "nowhere")
    Unknown other;
  }

  @Test
  void a_table_that_is_not_declared_is_refused() {
    assertTrue(refusal(Unknown.class).contains("its column stands in table \"nowhere\""));
    assertTrue(
        refusal(UnknownOfAssociation.class, Spread.class, Unknown.class)
            .contains("declare the table with @SecondaryTable"));
  }

  @Entity
  @SecondaryTable(name = "twice")
  @SecondaryTable(name = "TWICE")
  static class Twice {
    @Id int id;
  }

  @Test
  void a_table_that_is_declared_twice_is_refused() {
    assertTrue(refusal(Twice.class).contains("is one of its tables already"));
  }

  @Entity
  @SecondaryTable(name = "side")
  static class VersionElsewhere {
    @Id int id;

    @Version
    @Column(table = "side")
    int version;
  }

  @Entity
  @SecondaryTable(name = "side")
  static class IdElsewhere {
    @Id
    @Column(table = "side")
    int id;
  }

  @Test
  void id_and_version_stand_in_the_primary_table() {
    assertTrue(refusal(VersionElsewhere.class).contains("a version stands in the primary table"));
    assertTrue(refusal(IdElsewhere.class).contains("its column stands in table \"side\""));
  }

  @Entity
  @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
  static class Base {
    @Id int id;
  }

  @Entity
  @SecondaryTable(name = "side")
  static class Derived extends Base {}

  @Entity
  static class Linked extends Base {
    @ManyToOne @JoinTable Unknown unknown;
  }

  @Test
  void classes_with_a_table_each_have_neither() {
    assertTrue(refusal(Derived.class, Base.class).contains("cannot have secondary tables yet"));
    assertTrue(
        refusal(Linked.class, Base.class, Unknown.class).contains("cannot have a join table"));
  }

  @Entity
  static class Pair {
    @Id int id;

    @ManyToOne
    @JoinTable(name = "pairs", inverseJoinColumns = @JoinColumn(name = "a"))
    Pair one;

    @ManyToOne
    @JoinTable(name = "pairs", inverseJoinColumns = @JoinColumn(name = "b"))
    Pair other;
  }

  @Test
  void two_associations_in_one_join_table_are_refused() {
    assertTrue(refusal(Pair.class).contains("is a table of the entity already"));
  }

  @Entity
  static class Inverse {
    @Id int id;

    @OneToOne(mappedBy = "back")
    @JoinTable(name = "wrong")
    Owner owner;
  }

  @Entity
  static class Owner {
    @Id int id;
    @OneToOne @JoinTable Inverse back;
  }

  @Test
  void a_join_table_of_the_inverse_side_is_refused() {
    assertTrue(refusal(Inverse.class, Owner.class).contains("move @JoinTable to Owner.back"));
  }

  @Entity
  static class Many {
    @Id int id;

    @OneToMany
    @JoinColumn(name = "many_id", table = "side")
    List<VersionElsewhere> parts;
  }

  @Test
  void the_foreign_key_of_a_collection_stands_in_the_primary_table_of_the_target() {
    assertTrue(
        refusal(Many.class, VersionElsewhere.class)
            .contains("its column stands in table \"side\""));
  }
}
