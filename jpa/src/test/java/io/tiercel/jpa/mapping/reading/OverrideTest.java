package io.tiercel.jpa.mapping.reading;

import static io.tiercel.jpa.mapping.reading.Mappings.column;
import static io.tiercel.jpa.mapping.reading.Mappings.columnNames;
import static io.tiercel.jpa.mapping.reading.Mappings.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.ToOneAttribute;
import jakarta.persistence.AssociationOverride;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Convert;
import jakarta.persistence.Converter;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import org.junit.jupiter.api.Test;

// The entities are only read by reflection.
@SuppressWarnings({"NullAway.Init", "unused", "UnusedVariable"})
class OverrideTest {
  @Converter(autoApply = true)
  static class YesNo implements AttributeConverter<Boolean, String> {
    @Override
    public String convertToDatabaseColumn(Boolean value) {
      return value ? "Y" : "N";
    }

    @Override
    public Boolean convertToEntityAttribute(String value) {
      return value.equals("Y");
    }
  }

  static class Loud implements AttributeConverter<String, String> {
    @Override
    public String convertToDatabaseColumn(String value) {
      return value + "!";
    }

    @Override
    public String convertToEntityAttribute(String value) {
      return value.substring(0, value.length() - 1);
    }
  }

  @MappedSuperclass
  static class Owned {
    @Id long id;
    @ManyToOne Owner owner;
    String note;
  }

  @Entity
  static class Owner {
    @Id long id;
  }

  @Embeddable
  static class Switches {
    boolean on;
    String label;
  }

  @Entity
  @AssociationOverride(name = "owner", joinColumns = @JoinColumn(name = "boss", nullable = false))
  @Convert(attributeName = "note", converter = Loud.class)
  @AttributeOverride(
      name = "switches.label",
      column = @jakarta.persistence.Column(name = "outermost"))
  static class Thing extends Owned {
    boolean flag;

    @Convert(disableConversion = true)
    boolean plain;

    @AttributeOverride(name = "label", column = @jakarta.persistence.Column(name = "inner"))
    @Convert(attributeName = "label", converter = Loud.class)
    Switches switches;
  }

  private static final EntityMapping THING =
      Mappings.of(Thing.class, Owner.class, YesNo.class, Switches.class);

  @Test
  void associations_of_a_mapped_superclass_take_other_join_columns() {
    var owner = assertInstanceOf(ToOneAttribute.class, THING.attribute("owner"));
    assertEquals("boss", owner.joinColumns().getFirst().name());
    assertEquals(false, owner.joinColumns().getFirst().nullable());
  }

  @Test
  void the_outermost_override_has_the_last_word() {
    assertEquals(
        List.of("id", "boss", "note", "flag", "plain", "on", "outermost"), columnNames(THING));
  }

  @Test
  void conversions_are_asked_for_by_class_by_embedded_attribute_and_turned_off() {
    assertConverts(column(THING, "note"), "a", "a!");
    assertConverts(column(THING, "flag"), true, "Y");
    assertNull(column(THING, "plain").conversion());
    var switches = assertInstanceOf(EmbeddedAttribute.class, THING.attribute("switches"));
    var label = assertInstanceOf(BasicAttribute.class, switches.attribute("label"));
    assertConverts(label.column(), "a", "a!");
    var on = assertInstanceOf(BasicAttribute.class, switches.attribute("on"));
    assertConverts(on.column(), false, "N");
  }

  private static void assertConverts(Column column, Object attribute, Object stored) {
    Conversion conversion = column.conversion();
    assertNotNull(conversion, column.name());
    assertEquals(stored, conversion.toColumn(attribute));
    assertEquals(attribute, conversion.toAttribute(stored));
  }

  @Entity
  // @Temporal is deprecated, and still to be followed.
  @SuppressWarnings("deprecation")
  static class Dated {
    @Id long id;

    @jakarta.persistence.Temporal(jakarta.persistence.TemporalType.DATE)
    Date day;

    @jakarta.persistence.Temporal(jakarta.persistence.TemporalType.TIME)
    Date time;

    @jakarta.persistence.Temporal(jakarta.persistence.TemporalType.DATE)
    Calendar calendarDay;

    Calendar moment;

    @jakarta.persistence.Temporal(jakarta.persistence.TemporalType.DATE)
    java.sql.Date sqlDay;

    @jakarta.persistence.Temporal(jakarta.persistence.TemporalType.TIME)
    java.sql.Time sqlTime;
  }

  @Test
  void temporal_may_repeat_what_the_type_says() {
    EntityMapping dated = Mappings.of(Dated.class);
    assertEquals("date", column(dated, "sqlDay").sqlType());
    assertEquals("time", column(dated, "sqlTime").sqlType());
  }

  @Test
  void temporal_chooses_the_part_of_a_date_that_is_stored() {
    EntityMapping dated = Mappings.of(Dated.class);
    var noon = new GregorianCalendar(2026, Calendar.NOVEMBER, 21, 12, 30, 5);
    assertStored(dated, "day", noon.getTime(), LocalDate.of(2026, 11, 21), "date");
    assertStored(dated, "time", noon.getTime(), LocalTime.of(12, 30, 5), "time");
    assertStored(dated, "calendarDay", noon, LocalDate.of(2026, 11, 21), "date");
    assertStored(dated, "moment", noon, Timestamp.from(noon.toInstant()), "timestamptz");
  }

  private static void assertStored(
      EntityMapping mapping, String name, Object value, Object stored, String sqlType) {
    Conversion conversion = column(mapping, name).conversion();
    assertNotNull(conversion, name);
    assertEquals(stored, conversion.toColumn(value));
    assertEquals(stored, conversion.toColumn(conversion.toAttribute(stored)));
    assertEquals(sqlType, column(mapping, name).sqlType());
  }

  @Embeddable
  static class Endless {
    Endless next;
  }

  @Entity
  static class HasEndless {
    @Id long id;
    Endless endless;
  }

  @Entity
  static class WrongConverter {
    @Id long id;

    @Convert(converter = Loud.class)
    int number;
  }

  @Entity
  @jakarta.persistence.Table(catalog = "other")
  static class Elsewhere {
    @Id long id;
  }

  @Entity(name = "Owner")
  static class SecondOwner {
    @Id long id;
  }

  @Entity
  static class TwoColumns {
    @Id long id;

    @ManyToOne
    @JoinColumn(name = "a")
    @JoinColumn(name = "b")
    Owner owner;
  }

  @Test
  void what_cannot_be_followed_is_refused_by_name() {
    assertTrue(refusal(HasEndless.class).contains("would contain itself"));
    String wrong = refusal(WrongConverter.class);
    assertTrue(wrong.contains("Loud takes java.lang.String, but the attribute is int"), wrong);
    assertTrue(refusal(Elsewhere.class).contains("names the catalog \"other\""));
    assertTrue(refusal(Owner.class, SecondOwner.class).contains("is called \"Owner\" as well"));
    assertTrue(refusal(TwoColumns.class, Owner.class).contains("it has 2 join columns"));
  }
}
