package io.tiercel.jpa.access;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.access.other.Base;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Transient;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

// The entities are filled by generated code.
@SuppressWarnings({"NullAway.Init", "unused", "UnusedVariable"})
class EntityAccessTest {
  enum Colour {
    RED,
    GREEN
  }

  @Embeddable
  record Price(BigDecimal amount, int scale, @Transient long cached) {}

  @Embeddable
  static class Size {
    private int width;
    private @Nullable Integer height;
    private Price price;
  }

  @Entity
  private static class Thing {
    @Id private long id;
    private boolean flag;
    private byte tiny;
    private short small;
    private int count;
    private float single;
    private double twice;
    private char letter;
    private Integer boxed;
    private String name;
    private BigDecimal total;
    private Colour colour;
    private byte[] bytes;
    private Instant moment;
    private Size size;
    @ManyToOne private Thing parent;
    @OneToMany private List<Thing> children = new ArrayList<>();

    private Thing() {}
  }

  private static EntityMapping mapping(Class<?> entity, Class<?>... others) {
    List<Class<?>> classes = new ArrayList<>(List.of(others));
    classes.addFirst(entity);
    return new UnitMapping(classes).entity(entity);
  }

  private static EntityAccess access(Class<?> entity, Class<?>... others) {
    return new AccessRegistry().of(mapping(entity, others));
  }

  private static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }

  private static @Nullable Object[] thing() {
    return row(
        7L,
        true,
        (short) -3,
        (short) 300,
        Integer.MAX_VALUE,
        1.5f,
        -0.0,
        "ß",
        null,
        "name",
        new BigDecimal("1.20"),
        1,
        new byte[] {1, 2},
        Instant.EPOCH,
        640,
        null,
        BigDecimal.TEN,
        2);
  }

  @Test
  void every_kind_of_attribute_goes_from_a_row_to_private_fields() {
    var thing = (Thing) access(Thing.class).newInstance();
    access(Thing.class).fill(thing, thing());
    assertEquals(7, thing.id);
    assertTrue(thing.flag);
    assertEquals(-3, thing.tiny);
    assertEquals(300, thing.small);
    assertEquals(Integer.MAX_VALUE, thing.count);
    assertEquals(1.5f, thing.single);
    assertEquals(-0.0, thing.twice);
    assertEquals('ß', thing.letter);
    assertNull(thing.boxed);
    assertEquals("name", thing.name);
    assertEquals(new BigDecimal("1.20"), thing.total);
    assertSame(Colour.GREEN, thing.colour);
    assertArrayEquals(new byte[] {1, 2}, thing.bytes);
    assertEquals(Instant.EPOCH, thing.moment);
    assertEquals(640, thing.size.width);
    assertNull(thing.size.height);
    assertEquals(new Price(BigDecimal.TEN, 2, 0), thing.size.price);
  }

  @Test
  void what_was_filled_is_read_back_and_foreign_key_slots_stay_untouched() {
    EntityAccess access = access(Thing.class);
    Object thing = access.newInstance();
    access.fill(thing, thing());
    @Nullable Object[] read = new Object[19];
    read[18] = "foreign key";
    access.read(thing, read);
    for (int slot = 0; slot < 18; slot++) {
      if (slot != 12) {
        assertEquals(thing()[slot], read[slot], "slot " + slot);
      }
    }
    assertArrayEquals((byte[]) thing()[12], (byte[]) read[12]);
    assertEquals("foreign key", read[18]);
  }

  @Test
  void an_embeddable_is_null_exactly_when_all_its_columns_are() {
    EntityAccess access = access(Thing.class);
    var thing = (Thing) access.newInstance();
    @Nullable Object[] absent = thing();
    for (int slot = 14; slot < 18; slot++) {
      absent[slot] = null;
    }
    access.fill(thing, absent);
    assertNull(thing.size);
    @Nullable Object[] read = thing();
    access.read(thing, read);
    assertArrayEquals(new Object[4], List.of(14, 15, 16, 17).stream().map(i -> read[i]).toArray());
  }

  @Test
  void a_null_column_for_a_primitive_is_refused_by_name() {
    EntityAccess access = access(Thing.class);
    @Nullable Object[] row = thing();
    row[4] = null;
    String message =
        assertThrows(NullForPrimitiveException.class, () -> access.fill(access.newInstance(), row))
            .getMessage();
    assertNotNull(message);
    assertTrue(message.contains("cannot load Thing.count: column thing.count is null"), message);
  }

  @Test
  void attributes_are_got_and_set_by_index() {
    EntityMapping mapping = mapping(Thing.class);
    EntityAccess access = new AccessRegistry().of(mapping);
    var thing = (Thing) access.newInstance();
    access.set(thing, index(mapping, "id"), 8L);
    access.set(thing, index(mapping, "letter"), 'x');
    access.set(thing, index(mapping, "parent"), thing);
    access.set(thing, index(mapping, "children"), List.of(thing));
    access.set(thing, index(mapping, "colour"), Colour.RED);
    assertEquals(8L, access.get(thing, index(mapping, "id")));
    assertEquals('x', access.get(thing, index(mapping, "letter")));
    assertSame(thing, thing.parent);
    assertSame(thing.children, access.get(thing, index(mapping, "children")));
    assertSame(Colour.RED, access.get(thing, index(mapping, "colour")));
    assertThrows(
        NullForPrimitiveException.class, () -> access.set(thing, index(mapping, "count"), null));
    assertThrows(IndexOutOfBoundsException.class, () -> access.get(thing, 99));
  }

  private static int index(EntityMapping mapping, String name) {
    var attribute = mapping.attribute(name);
    assertNotNull(attribute);
    return attribute.index();
  }

  @Entity
  static class Person extends Base<Long> {
    private String name;
  }

  @Test
  void private_state_of_a_generic_superclass_in_another_package_is_reached() {
    EntityAccess access = access(Person.class);
    var person = (Person) access.newInstance();
    access.fill(person, row(5L, 3, "Ada"));
    assertEquals(5L, person.getKey());
    assertEquals(3, person.getVersion());
    assertEquals("Ada", person.name);
    access.set(person, 1, 4);
    assertEquals(4, access.get(person, 1));
    @Nullable Object[] read = new Object[3];
    access.read(person, read);
    assertArrayEquals(new Object[] {5L, 4, "Ada"}, read);
  }

  @Entity
  static class ByProperty {
    private long key;
    private String stored = "";

    @Id
    long getId() {
      return key;
    }

    private void setId(long id) {
      this.key = id;
    }

    protected String getName() {
      return stored + "!";
    }

    ByProperty setName(String name) {
      this.stored = name + "?";
      return this;
    }
  }

  @Test
  void property_access_calls_getters_and_setters_private_and_fluent_ones_too() {
    EntityAccess access = access(ByProperty.class);
    Object entity = access.newInstance();
    access.fill(entity, row(1L, "a"));
    @Nullable Object[] read = new Object[2];
    access.read(entity, read);
    assertArrayEquals(new Object[] {1L, "a?!"}, read);
  }

  @MappedSuperclass
  abstract static class Labelled {
    String label;

    void setLabel(String label) {
      this.label = label + "?";
    }
  }

  @Entity
  static class Jar extends Labelled {
    private long id;

    @Id
    public long getId() {
      return id;
    }

    public void setId(long id) {
      this.id = id;
    }

    public String getLabel() {
      return label + "!";
    }
  }

  @Test
  void a_setter_may_be_inherited() {
    EntityAccess access = access(Jar.class);
    Object entity = access.newInstance();
    access.fill(entity, row(1L, "a"));
    @Nullable Object[] read = new Object[2];
    access.read(entity, read);
    assertArrayEquals(new Object[] {1L, "a?!"}, read);
  }

  @Entity
  static class TwoPrices {
    @Id int id;
    Price first;

    @AttributeOverride(name = "amount", column = @Column(name = "amount2"))
    @AttributeOverride(name = "scale", column = @Column(name = "scale2"))
    Price second;
  }

  @Test
  void the_same_embeddable_twice_has_slots_of_its_own() {
    EntityAccess access = access(TwoPrices.class);
    var entity = (TwoPrices) access.newInstance();
    access.fill(entity, row(1, BigDecimal.ONE, 1, BigDecimal.TEN, 2));
    assertEquals(new Price(BigDecimal.ONE, 1, 0), entity.first);
    assertEquals(new Price(BigDecimal.TEN, 2, 0), entity.second);
  }

  @MappedSuperclass
  @Access(AccessType.FIELD)
  static class Part {
    private int weight;
  }

  @Embeddable
  static class Box {
    private String colour;

    public String getColour() {
      return colour + "!";
    }

    public void setColour(String colour) {
      this.colour = colour;
    }

    @Access(AccessType.FIELD)
    private int height;
  }

  @Embeddable
  @Access(AccessType.FIELD)
  static class Label extends Part {
    private String text;
  }

  @Entity
  static class Parcel {
    private long id;
    private Box box;
    private Label label;

    @Id
    public long getId() {
      return id;
    }

    public void setId(long id) {
      this.id = id;
    }

    public Box getBox() {
      return box;
    }

    public void setBox(Box box) {
      this.box = box;
    }

    public Label getLabel() {
      return label;
    }

    public void setLabel(Label label) {
      this.label = label;
    }
  }

  @Test
  void embeddables_follow_their_owners_access_unless_they_say_otherwise() {
    EntityMapping mapping = mapping(Parcel.class);
    EntityAccess access = new AccessRegistry().of(mapping);
    var parcel = (Parcel) access.newInstance();
    List<String> names = mapping.columns().stream().map(column -> column.name()).toList();
    assertEquals(List.of("id", "colour", "height", "weight", "text"), names);
    access.fill(parcel, row(1L, "red", 2, 3, "fragile"));
    assertEquals("red!", parcel.box.getColour());
    assertEquals(2, parcel.box.height);
    assertEquals("fragile", parcel.label.text);
    assertEquals(3, ((Part) parcel.label).weight);
    @Nullable Object[] read = new Object[5];
    access.read(parcel, read);
    assertArrayEquals(new Object[] {1L, "red!", 2, 3, "fragile"}, read);
  }

  @Entity
  static class NoConstructor {
    @Id long id;

    NoConstructor(long id) {
      this.id = id;
    }
  }

  @Entity
  static class FinalField {
    @Id long id;
    final String name = String.valueOf(id);
  }

  @Entity
  @SuppressWarnings("ClassCanBeStatic") // the mistake that the error is about
  class Inner {
    @Id long id;
  }

  private static String refusal(Class<?> entity) {
    String message = assertThrows(MappingException.class, () -> access(entity)).getMessage();
    return message == null ? "" : message;
  }

  @Test
  void classes_that_cannot_be_made_or_filled_are_refused_with_the_mend() {
    assertTrue(refusal(NoConstructor.class).contains("add `protected NoConstructor() {}`"));
    assertTrue(refusal(FinalField.class).contains("FinalField.name: a final field"));
    assertTrue(refusal(Inner.class).contains("make the class static"));
  }

  /// Defines its own copy of the classes of one package, as a container does for an application.
  private static final class ApplicationLoader extends ClassLoader {
    ApplicationLoader() {
      super(EntityAccessTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(Base.class.getPackageName())
          && !name.startsWith(EntityAccessTest.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Test
  void entities_of_another_class_loader_and_so_another_module_are_reached() throws Exception {
    Class<?> person = new ApplicationLoader().loadClass(Person.class.getName());
    assertTrue(person != Person.class && person.getModule() != Person.class.getModule());
    EntityAccess access = access(person);
    Object entity = access.newInstance();
    access.fill(entity, row(5L, 3, "Ada"));
    assertEquals(person, entity.getClass());
    assertEquals(5L, access.get(entity, 0));
    assertNotNull(access.newLazyInstance(6L, instance -> {}));
  }

  @Test
  void two_registries_and_many_threads_may_generate_for_the_same_class() {
    EntityMapping mapping = mapping(Thing.class);
    var registry = new AccessRegistry();
    List<EntityAccess> accesses =
        IntStream.range(0, 64).parallel().mapToObj(i -> registry.of(mapping)).toList();
    accesses.forEach(access -> assertSame(accesses.getFirst(), access));
    assertNotNull(new AccessRegistry().of(mapping).newInstance());
  }
}
