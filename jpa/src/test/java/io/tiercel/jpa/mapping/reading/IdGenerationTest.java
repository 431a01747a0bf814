package io.tiercel.jpa.mapping.reading;

import static io.tiercel.jpa.mapping.reading.Mappings.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.numbered.Ticket;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.TableGenerator;
import java.util.UUID;
import org.junit.jupiter.api.Test;

// The entities are only read by reflection.
@SuppressWarnings({"NullAway.Init", "unused", "UnusedVariable"})
class IdGenerationTest {
  @Entity
  static class Assigned {
    @Id String code;
  }

  @Entity
  @jakarta.persistence.Table(name = "goods", schema = "shop")
  static class Auto {
    @Id @GeneratedValue Long id;
  }

  @Entity
  static class AutoUuid {
    @Id @GeneratedValue UUID id;
  }

  @Entity
  static class TextUuid {
    @Id
    @GeneratedValue(strategy = GenerationType.UUID)
    String id;
  }

  @Entity
  static class Identity {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    int id;
  }

  @Entity
  @SequenceGenerator(name = "numbers", sequenceName = "number_source", allocationSize = 20)
  static class Named {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "numbers")
    long id;
  }

  @Entity
  static class Elsewhere {
    @Id
    @GeneratedValue(generator = "numbers")
    long id;
  }

  @Entity
  static class AtId {
    @Id
    @GeneratedValue
    @SequenceGenerator(name = "AT_ID", initialValue = 1000, allocationSize = 1)
    long id;
  }

  @Entity
  static class GeneratedText {
    @Id @GeneratedValue String id;
  }

  private static IdGeneration sequence(String name, int allocationSize, long initialValue) {
    return new IdGeneration.Sequence(new Table(null, name), allocationSize, initialValue, "");
  }

  @Test
  void without_annotation_the_application_assigns() {
    assertEquals(new IdGeneration.Assigned(), Mappings.of(Assigned.class).idGeneration());
  }

  @Test
  void auto_is_a_sequence_named_after_the_table() {
    assertEquals(
        new IdGeneration.Sequence(new Table("shop", "goods_seq"), 50, 1, ""),
        Mappings.of(Auto.class).idGeneration());
  }

  @Test
  void uuids_are_made_for_uuid_and_text() {
    assertEquals(new IdGeneration.Uuid(), Mappings.of(AutoUuid.class).idGeneration());
    assertEquals(new IdGeneration.Uuid(), Mappings.of(TextUuid.class).idGeneration());
  }

  @Test
  void identity_is_kept() {
    assertEquals(new IdGeneration.Identity(), Mappings.of(Identity.class).idGeneration());
  }

  @Test
  void a_named_generator_is_found_at_the_class_and_anywhere_in_the_unit() {
    var expected = sequence("number_source", 20, 1);
    assertEquals(expected, Mappings.of(Named.class).idGeneration());
    assertEquals(expected, Mappings.of(Elsewhere.class, Named.class).idGeneration());
  }

  @Test
  void a_generator_name_nobody_declares_names_the_sequence() {
    assertEquals(sequence("numbers", 50, 1), Mappings.of(Elsewhere.class).idGeneration());
  }

  @Test
  void a_generator_at_the_id_counts_without_being_named_and_gives_its_name_to_the_sequence() {
    assertEquals(sequence("at_id", 1, 1000), Mappings.of(AtId.class).idGeneration());
  }

  @Entity
  @TableGenerator(table = "counters")
  static class CountedByName {
    @Id @GeneratedValue long id;
  }

  /// Section 11.1.20: the default name of a generator is the entity's.
  @Test
  void auto_takes_the_generator_of_the_entity_whatever_its_kind() {
    var counter =
        assertInstanceOf(
            IdGeneration.Counter.class, Mappings.of(CountedByName.class).idGeneration());
    assertEquals(new Table(null, "counters"), counter.table());
    assertEquals("countedbyname", counter.key());
  }

  @Test
  void a_generator_of_the_package_serves_its_entities() {
    assertEquals(sequence("package_ids", 7, 1), Mappings.of(Ticket.class).idGeneration());
  }

  @Test
  void what_cannot_be_generated_is_refused() {
    assertTrue(refusal(GeneratedText.class).contains("cannot generate java.lang.String"));
  }
}
