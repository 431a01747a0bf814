package io.tiercel.jpa.mapping.reading;

import static io.tiercel.jpa.mapping.reading.Mappings.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.OrderColumn;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Columns of collection tables and join tables that would have one name (Jakarta Persistence 3.2,
/// sections 11.1.8, 11.1.27, 11.1.33 and 11.1.43): no row could be inserted.
@NullUnmarked // entities are filled by the provider
class SameColumnTest {
  @Embeddable
  record Measure(int amount, String unit) {}

  @Entity
  static class OfMeasures {
    @Id int id;
    @ElementCollection Map<Measure, Measure> same;
  }

  @Entity
  static class OfKeys {
    @Id int id;

    @ElementCollection
    @MapKeyColumn(name = "UNIT")
    Map<String, Measure> same;
  }

  @Entity
  static class OfPositions {
    @Id int id;

    @ElementCollection
    @OrderColumn(name = "amount")
    List<Measure> same;
  }

  @Entity
  static class OfOwners {
    @Id int id;

    @ElementCollection
    @CollectionTable(joinColumns = @JoinColumn(name = "amount"))
    List<Measure> same;
  }

  @Entity
  static class OfJoins {
    @Id int id;

    @ManyToMany
    @JoinTable(joinColumns = @JoinColumn(name = "a"), inverseJoinColumns = @JoinColumn(name = "a"))
    List<OfJoins> same;
  }

  @Entity
  static class OfJoinKeys {
    @Id int id;

    @ManyToMany
    @MapKeyColumn(name = "same_id")
    Map<Integer, OfJoinKeys> same;
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        OfMeasures.class,
        OfKeys.class,
        OfPositions.class,
        OfOwners.class,
        OfJoins.class,
        OfJoinKeys.class
      })
  void they_are_refused_with_table_and_name(Class<?> entity) {
    String refusal = refusal(entity);
    String name = entity.getSimpleName();
    assertTrue(refusal.contains(name + ".same: two of the columns in its table"), refusal);
    assertTrue(refusal.contains("@AttributeOverride"), refusal);
  }

  @Entity
  static class Overriding {
    @Id int id;

    @ElementCollection
    @AttributeOverride(
        name = "key.amount",
        column = @jakarta.persistence.Column(name = "of_amount"))
    @AttributeOverride(name = "key.unit", column = @jakarta.persistence.Column(name = "of_unit"))
    Map<Measure, Measure> other;
  }

  @Embeddable
  static class Note {
    @jakarta.persistence.Column(name = "page", insertable = false, updatable = false)
    int page;

    String text;
  }

  @Entity
  static class Sharing {
    @Id int id;

    @ElementCollection
    @MapKeyColumn(name = "page")
    Map<Integer, Note> notes;
  }

  private static List<String> columns(Class<?> entity, String attribute) {
    var values =
        assertInstanceOf(
            ElementCollectionAttribute.class, Mappings.of(entity).attribute(attribute));
    return values.table().columns().stream().map(Column::name).toList();
  }

  @Test
  void others_and_one_that_only_reads_are_not() {
    assertEquals(
        List.of("overriding_id", "of_amount", "of_unit", "amount", "unit"),
        columns(Overriding.class, "other"));
    assertEquals(List.of("sharing_id", "page", "page", "text"), columns(Sharing.class, "notes"));
  }
}
