package io.tiercel.jpa.mapping.reading;

import static io.tiercel.jpa.mapping.reading.Mappings.refusal;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.OrderColumn;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// What embeddables may not hold (Jakarta Persistence 3.2, sections 2.6 and 11.1.15), and what they
/// cannot hold yet.
@NullUnmarked // entities are filled by the provider
class NestedAssociationMappingTest {
  @Entity
  static class Land {
    @Id int id;
    @OneToOne Land other;
  }

  @Embeddable
  static class Orphaning {
    @OneToOne(orphanRemoval = true)
    Land land;
  }

  @Entity
  static class OfOrphaning {
    @Id int id;
    @ElementCollection List<Orphaning> elements;
  }

  @Embeddable
  static class Inverse {
    @OneToOne(mappedBy = "other")
    Land land;
  }

  @Entity
  static class OfInverse {
    @Id int id;
    @ElementCollection List<Inverse> elements;
  }

  @Embeddable
  static class Nesting {
    @ElementCollection Set<String> words;
  }

  @Entity
  static class OfNesting {
    @Id int id;
    @ElementCollection List<Nesting> elements;
  }

  @Test
  void an_element_refers_by_its_own_columns_and_removes_no_orphans() {
    assertTrue(refusal(OfOrphaning.class, Land.class).contains("removes no orphans yet"));
    assertTrue(refusal(OfInverse.class, Land.class).contains("in the collection's table"));
  }

  @Test
  void an_element_holds_no_collection() {
    assertTrue(refusal(OfNesting.class).contains("a collection inside a value of a collection"));
  }

  @Embeddable
  record Fixed(int number, @ElementCollection Set<String> words) {}

  @Entity
  static class OfFixed {
    @Id int id;
    Fixed fixed;
  }

  @Embeddable
  static class NestingId {
    int number;
    @ElementCollection Set<String> words;
  }

  @Entity
  static class OfNestingId {
    @EmbeddedId NestingId id;
  }

  @Test
  void a_record_and_an_embedded_id_hold_no_collection() {
    assertTrue(refusal(OfFixed.class).contains("a record cannot hold a collection"));
    assertTrue(refusal(OfNestingId.class).contains("a collection inside an embedded id"));
  }

  @Entity
  static class Owner {
    @Id int id;

    @OneToMany(mappedBy = "owner")
    @OrderColumn
    List<Part> parts;
  }

  @Entity
  static class Part {
    @Id int id;
    @ManyToOne @JoinTable Owner owner;
  }

  @Test
  void positions_do_not_stand_in_the_join_table_of_the_other_side() {
    assertTrue(
        refusal(Owner.class, Part.class)
            .contains("its positions or keys would stand in the join table of Part.owner"));
  }
}
