package io.tiercel.jpa.mapping.reading;

import static io.tiercel.jpa.mapping.reading.Mappings.column;
import static io.tiercel.jpa.mapping.reading.Mappings.columnNames;
import static io.tiercel.jpa.mapping.reading.Mappings.refusal;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Basic;
import jakarta.persistence.Convert;
import jakarta.persistence.Converter;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.EnumeratedValue;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Lob;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

// The entities are only read by reflection.
@SuppressWarnings({"NullAway.Init", "unused", "UnusedVariable", "JavaUtilDate"})
class BasicMappingTest {

  @Entity
  static class Plain {
    String customerName;
    @Id long id;
    int amount;
    Integer discount;
    transient String scratch;
    @Transient String alsoScratch;
    static String shared;
  }

  @Test
  void the_id_comes_first_and_the_others_in_source_order_with_folded_names() {
    EntityMapping plain = Mappings.of(Plain.class);
    assertEquals(List.of("id", "customername", "amount", "discount"), columnNames(plain));
    assertEquals("plain", plain.table().sql());
    assertEquals("Plain", plain.entityName());
    for (int i = 0; i < plain.columns().size(); i++) {
      assertEquals(i, plain.columns().get(i).slot());
      assertEquals(i, plain.attributes().get(i).index());
    }
  }

  @Test
  void primitives_are_not_null_and_ids_cannot_be_updated() {
    EntityMapping plain = Mappings.of(Plain.class);
    assertFalse(column(plain, "amount").nullable());
    assertTrue(column(plain, "discount").nullable());
    assertFalse(column(plain, "id").nullable());
    assertFalse(column(plain, "id").updatable());
  }

  @Entity(name = "Thing")
  @jakarta.persistence.Table(name = "\"Mixed Case\"", schema = "Shop")
  static class Named {
    @Id
    @jakarta.persistence.Column(name = "order")
    Integer id;

    @jakarta.persistence.Column(
        name = "ARTICLE_NAME",
        length = 40,
        nullable = false,
        unique = true,
        updatable = false)
    String name;

    @Basic(optional = false)
    String required;
  }

  @Test
  void names_from_annotations_fold_unless_quoted_and_reserved_words_are_quoted_in_sql() {
    EntityMapping named = Mappings.of(Named.class);
    assertEquals("shop.\"Mixed Case\"", named.table().sql());
    assertEquals("\"order\"", column(named, "id").sql());
    assertEquals("article_name", column(named, "name").sql());
    assertEquals("Thing", named.entityName());
  }

  @Test
  void a_column_annotation_is_followed() {
    Column name = column(Mappings.of(Named.class), "name");
    assertEquals("varchar(40)", name.sqlType());
    assertFalse(name.nullable());
    assertTrue(name.unique());
    assertFalse(name.updatable());
    assertTrue(name.insertable());
    assertFalse(column(Mappings.of(Named.class), "required").nullable());
  }

  enum Colour {
    RED,
    GREEN
  }

  enum Rating {
    GOOD("g"),
    BAD("b");

    @EnumeratedValue final String code;

    Rating(String code) {
      this.code = code;
    }
  }

  @Entity
  static class Typed {
    @Id UUID id;
    boolean flag;
    byte tiny;
    short small;
    float single;
    double twice;
    char letter;
    BigDecimal free;

    @jakarta.persistence.Column(precision = 10, scale = 2)
    BigDecimal price;

    BigInteger big;
    LocalDate day;

    @jakarta.persistence.Column(secondPrecision = 3)
    Instant moment;

    OffsetDateTime offset;
    Date date;
    java.sql.Date sqlDate;
    Year year;
    Duration span;
    byte[] bytes;
    char[] chars;
    @Lob String essay;
    @Lob byte[] image;
    Colour colour;

    @Enumerated(EnumType.STRING)
    Colour named;

    Rating rating;

    @jakarta.persistence.Column(columnDefinition = "citext default 'x'")
    String defined;
  }

  @Test
  void basic_types_have_their_postgresql_types() {
    EntityMapping typed = Mappings.of(Typed.class);
    assertAll(
        () -> assertType(typed, "id", "uuid", UUID.class),
        () -> assertType(typed, "flag", "boolean", Boolean.class),
        () -> assertType(typed, "tiny", "smallint", Short.class),
        () -> assertType(typed, "small", "smallint", Short.class),
        () -> assertType(typed, "single", "real", Float.class),
        () -> assertType(typed, "twice", "double precision", Double.class),
        () -> assertType(typed, "letter", "varchar(1)", String.class),
        () -> assertType(typed, "free", "numeric", BigDecimal.class),
        () -> assertType(typed, "price", "numeric(10,2)", BigDecimal.class),
        () -> assertType(typed, "big", "numeric(38)", BigInteger.class),
        () -> assertType(typed, "day", "date", LocalDate.class),
        () -> assertType(typed, "moment", "timestamptz(3)", Instant.class),
        () -> assertType(typed, "offset", "timestamptz", Instant.class),
        () -> assertType(typed, "date", "timestamptz", java.sql.Timestamp.class),
        () -> assertType(typed, "sqlDate", "date", LocalDate.class),
        () -> assertType(typed, "year", "integer", Integer.class),
        () -> assertType(typed, "span", "interval second", Duration.class),
        () -> assertType(typed, "bytes", "bytea", byte[].class),
        () -> assertType(typed, "chars", "varchar(255)", String.class),
        () -> assertType(typed, "essay", "text", String.class),
        () -> assertType(typed, "image", "bytea", byte[].class),
        () -> assertType(typed, "colour", "integer", Integer.class),
        () -> assertType(typed, "named", "varchar(255)", String.class),
        () -> assertType(typed, "rating", "varchar(255)", String.class),
        () -> assertType(typed, "defined", "citext default 'x'", String.class));
  }

  private static void assertType(
      EntityMapping mapping, String attribute, String sqlType, Class<?> columnType) {
    assertEquals(sqlType, column(mapping, attribute).sqlType(), attribute);
    assertEquals(columnType, column(mapping, attribute).columnType(), attribute);
  }

  private static Object roundTrip(String attribute, Object value) {
    Conversion conversion = conversion(Mappings.of(Typed.class), attribute);
    return conversion.toAttribute(conversion.toColumn(value));
  }

  private static Conversion conversion(EntityMapping mapping, String attribute) {
    Conversion conversion = column(mapping, attribute).conversion();
    assertNotNull(conversion, attribute);
    return conversion;
  }

  @Test
  void conversions_keep_the_value() {
    assertEquals((byte) -7, roundTrip("tiny", (byte) -7));
    assertEquals('ß', roundTrip("letter", 'ß'));
    assertEquals(Year.of(2026), roundTrip("year", Year.of(2026)));
    assertEquals(new Date(1_234_567), roundTrip("date", new Date(1_234_567)));
    var day = java.sql.Date.valueOf("2026-11-21");
    assertEquals(day, roundTrip("sqlDate", day));
    assertEquals(Colour.GREEN, roundTrip("colour", Colour.GREEN));
    assertEquals(Colour.RED, roundTrip("named", Colour.RED));
    assertEquals(Rating.BAD, roundTrip("rating", Rating.BAD));
    assertArrayEquals("äb".toCharArray(), (char[]) roundTrip("chars", "äb".toCharArray()));
  }

  @Test
  void an_offset_comes_back_in_utc() {
    OffsetDateTime noon = OffsetDateTime.of(2026, 1, 1, 12, 0, 0, 0, ZoneOffset.ofHours(3));
    assertEquals(noon.withOffsetSameInstant(ZoneOffset.UTC), roundTrip("offset", noon));
  }

  @Test
  void enums_are_stored_as_ordinal_name_or_their_own_value() {
    EntityMapping typed = Mappings.of(Typed.class);
    assertEquals(1, conversion(typed, "colour").toColumn(Colour.GREEN));
    assertEquals("GREEN", conversion(typed, "named").toColumn(Colour.GREEN));
    assertEquals("g", conversion(typed, "rating").toColumn(Rating.GOOD));
  }

  @Test
  void an_unknown_enum_value_is_refused_by_name() {
    Conversion named = conversion(Mappings.of(Typed.class), "named");
    String message =
        assertThrows(PersistenceException.class, () -> named.toAttribute("BLUE")).getMessage();
    assertNotNull(message);
    assertTrue(message.contains("BLUE") && message.contains("GREEN"), message);
  }

  @Test
  void bytes_in_a_row_are_a_private_copy() {
    Conversion bytes = conversion(Mappings.of(Typed.class), "bytes");
    byte[] mine = {1, 2, 3};
    byte[] kept = (byte[]) bytes.toColumn(mine);
    assertNotSame(mine, kept);
    assertArrayEquals(mine, kept);
    assertNotSame(kept, bytes.toAttribute(kept));
  }

  record Money(BigDecimal value) {}

  @Converter(autoApply = true)
  static class MoneyConverter implements AttributeConverter<Money, BigDecimal> {
    @Override
    public BigDecimal convertToDatabaseColumn(Money money) {
      return money.value();
    }

    @Override
    public Money convertToEntityAttribute(BigDecimal value) {
      return new Money(value);
    }
  }

  @Converter
  static class TagsConverter implements AttributeConverter<Set<String>, String> {
    @Override
    public String convertToDatabaseColumn(Set<String> tags) {
      return String.join(",", tags);
    }

    @Override
    public Set<String> convertToEntityAttribute(String text) {
      return Set.of(text.split(",", -1));
    }
  }

  @Entity
  static class Converted {
    @Id long id;

    @jakarta.persistence.Column(precision = 8, scale = 3)
    Money price;

    @Convert(converter = TagsConverter.class)
    Set<String> tags;
  }

  @Test
  void converters_apply_by_name_and_by_themselves() {
    EntityMapping converted = Mappings.of(Converted.class, MoneyConverter.class);
    assertType(converted, "price", "numeric(8,3)", BigDecimal.class);
    assertType(converted, "tags", "varchar(255)", String.class);
    assertEquals(
        BigDecimal.TEN, conversion(converted, "price").toColumn(new Money(BigDecimal.TEN)));
    assertEquals(Set.of("a", "b"), conversion(converted, "tags").toAttribute("a,b"));
  }

  @Test
  void a_type_without_converter_is_refused_with_the_ways_out() {
    String message = refusal(Converted.class);
    assertTrue(message.contains("Converted.price"), message);
    assertTrue(message.contains("AttributeConverter"), message);
  }

  @Embeddable
  static class Address {
    String street;
    int number;
    @Embedded Place place;
  }

  @Embeddable
  record Place(String city, @jakarta.persistence.Column(name = "zip_code") String zip) {}

  @MappedSuperclass
  static class Base<K> {
    @Id K id;
    @Version int version;
    String note;
  }

  @Entity
  @AttributeOverride(name = "note", column = @jakarta.persistence.Column(name = "remark"))
  static class Person extends Base<Long> {
    Address home;

    @AttributeOverride(name = "street", column = @jakarta.persistence.Column(name = "work_street"))
    @AttributeOverride(name = "number", column = @jakarta.persistence.Column(name = "work_number"))
    @AttributeOverride(
        name = "place.city",
        column = @jakarta.persistence.Column(name = "work_city"))
    @AttributeOverride(name = "place.zip", column = @jakarta.persistence.Column(name = "work_zip"))
    Address work;
  }

  @Test
  void embeddables_and_mapped_superclasses_are_flattened_and_overridden() {
    EntityMapping person = Mappings.of(Person.class, Base.class, Address.class, Place.class);
    assertEquals(
        List.of(
            "id",
            "version",
            "remark",
            "street",
            "number",
            "city",
            "zip_code",
            "work_street",
            "work_number",
            "work_city",
            "work_zip"),
        columnNames(person));
    assertEquals(Long.class, person.id().javaType());
    assertEquals(Base.class, person.id().simple().javaMember().getDeclaringClass());
    assertNotNull(person.version());
    var work = assertInstanceOf(EmbeddedAttribute.class, person.attribute("work"));
    var place = assertInstanceOf(EmbeddedAttribute.class, work.attribute("place"));
    var zip = assertInstanceOf(BasicAttribute.class, place.attribute("zip"));
    assertEquals(10, zip.column().slot());
    assertEquals(1, zip.index());
  }

  @Test
  void a_primitive_inside_an_embeddable_may_be_null_with_it() {
    EntityMapping person = Mappings.of(Person.class, Base.class, Address.class, Place.class);
    assertTrue(person.columns().get(4).nullable());
  }

  @Entity
  static class Twice {
    @Id long id;
    Address home;
    Address work;
  }

  @Test
  void a_column_that_two_attributes_write_is_refused() {
    String message = refusal(Twice.class);
    assertTrue(message.contains("twice.street"), message);
    assertTrue(message.contains("@AttributeOverride"), message);
  }

  @Entity
  static class ByProperty {
    private long key;
    private String first;

    @Access(AccessType.FIELD)
    private int counted;

    @Id
    public long getId() {
      return key;
    }

    public void setId(long id) {
      this.key = id;
    }

    public String getFirst() {
      return first;
    }

    private void setFirst(String first) {
      this.first = first;
    }

    @Transient
    public String getBoth() {
      return first + counted;
    }
  }

  @Test
  void access_is_by_property_where_the_id_is_on_a_getter() {
    EntityMapping mapping = Mappings.of(ByProperty.class);
    assertEquals(List.of("id", "first", "counted"), columnNames(mapping));
    assertEquals("getId", mapping.id().simple().javaMember().getName());
  }

  @MappedSuperclass
  @Access(AccessType.FIELD)
  static class FieldBase {
    @Id long id;
    String kept;
  }

  @Entity
  static class PropertyBelow extends FieldBase {
    private String stored = "";

    @jakarta.persistence.Column(name = "shown")
    public Boolean isShown() {
      return !stored.isEmpty();
    }

    public void setShown(Boolean shown) {
      stored = shown ? "shown" : "";
    }

    @Transient
    public String getComputed() {
      return "computed";
    }
  }

  /// Section 2.3.1: a class with an access type of its own does not decide for the others.
  @Test
  void access_follows_the_annotations_of_the_classes_that_do_not_name_it() {
    assertEquals(List.of("id", "kept", "shown"), columnNames(Mappings.of(PropertyBelow.class)));
  }

  @Entity
  static class NoSetter {
    @Id
    public long getId() {
      return 1;
    }

    public void setId(long id) {}

    public String getTitle() {
      return "";
    }
  }

  @Embeddable
  static class FieldsAlone {
    String street;
    String town;
  }

  @Entity
  static class ByProperties {
    private long id;
    private FieldsAlone home;

    @Id
    long getId() {
      return id;
    }

    void setId(long id) {
      this.id = id;
    }

    FieldsAlone getHome() {
      return home;
    }

    void setHome(FieldsAlone home) {
      this.home = home;
    }
  }

  /// Section 2.3.3: an embeddable is reached as its owner is.
  @Test
  void an_embeddable_without_properties_in_an_owner_with_them_is_refused() {
    String message = refusal(ByProperties.class, FieldsAlone.class);
    assertTrue(message.contains("ByProperties.home"), message);
    assertTrue(message.contains("FieldsAlone has fields but no property"), message);
    assertTrue(message.contains("@Access(AccessType.FIELD)"), message);
  }

  @Test
  void a_property_without_setter_is_refused_by_name() {
    String message = refusal(NoSetter.class);
    assertTrue(message.contains("NoSetter.title") && message.contains("@Transient"), message);
  }

  @Entity
  static class NoId {
    String name;
  }

  @Entity
  static class TwoIds {
    @Id long one;
    @Id long two;
  }

  record OddId(long one, int two) {}

  @Entity
  @IdClass(OddId.class)
  static class OddIdClass {
    @Id long one;
    @Id long two;
  }

  record ShortId(long one) {}

  @Entity
  @IdClass(ShortId.class)
  static class ShortIdClass {
    @Id long one;
    @Id long two;
  }

  @Entity
  @IdClass(OddId.class)
  static class GeneratedPart {
    @Id @GeneratedValue long one;
    @Id int two;
  }

  @Entity
  static class OddVersion {
    @Id long id;
    @Version String version;
  }

  @Test
  void what_the_slice_does_not_cover_is_refused_and_named() {
    assertTrue(refusal(NoId.class).contains("it has no id"));
    assertTrue(refusal(TwoIds.class).contains("it has 2 id attributes and no id class"));
    assertTrue(refusal(OddIdClass.class).contains("two: it is long, but int in the id class"));
    assertTrue(refusal(ShortIdClass.class).contains("has no attribute of that name, only one"));
    assertTrue(refusal(GeneratedPart.class).contains("GeneratedPart.one: a part of an id"));
    assertTrue(refusal(OddVersion.class).contains("OddVersion.version"));
  }

  @Test
  void a_unit_knows_its_entities_by_class_and_by_name() {
    UnitMapping unit = Mappings.unit(Plain.class, Named.class, Address.class);
    assertEquals(List.of(Plain.class, Named.class), unit.entityTypes());
    assertEquals(unit.entity(Named.class), unit.entityNamed("Thing"));
    assertNull(unit.entityNamed("Named"));
    assertFalse(unit.isEntity(Address.class));
    String message =
        assertThrows(IllegalArgumentException.class, () -> unit.entity(Typed.class)).getMessage();
    assertNotNull(message);
    assertTrue(message.contains("Typed") && message.contains("Thing"), message);
  }
}
