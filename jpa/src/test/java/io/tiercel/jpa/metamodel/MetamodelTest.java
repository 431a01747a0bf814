package io.tiercel.jpa.metamodel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.mapping.reading.UnitMapping;
import jakarta.persistence.Basic;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.Attribute.PersistentAttributeType;
import jakarta.persistence.metamodel.Bindable.BindableType;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.MapAttribute;
import jakarta.persistence.metamodel.PluralAttribute.CollectionType;
import jakarta.persistence.metamodel.SingularAttribute;
import jakarta.persistence.metamodel.Type;
import jakarta.persistence.metamodel.Type.PersistenceType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// The metamodel (Jakarta Persistence 3.2, chapter 5).
@NullUnmarked // a null where none is expected fails the test by itself
class MetamodelTest {
  private final UnitMetamodel metamodel =
      new UnitMetamodel(
          new UnitMapping(
              List.of(
                  Ship.class,
                  Tug.class,
                  Port.class,
                  Berth.class,
                  Cargo.class,
                  Alone.class,
                  Size.class)));

  @MappedSuperclass
  static class Base<I> {
    @Id I id;
    @Version int version;
    String remark;
  }

  @Entity(name = "Vessel")
  static class Ship extends Base<Long> {
    @Basic(optional = false)
    String name;

    Position position;
    @ManyToOne Port home;

    @OneToOne(optional = false)
    Cargo cargo;

    @OneToMany Collection<Cargo> loads;
    @OneToMany List<Cargo> plans;
    @ManyToMany Set<Port> calls;
    @ElementCollection Map<String, Size> sizes;

    @ManyToMany(targetEntity = Port.class)
    @SuppressWarnings("rawtypes")
    List untyped;

    @Transient String scratch;
  }

  @Entity
  static class Tug extends Ship {
    int pull;
  }

  @Entity
  static class Port {
    private String code;

    @Id
    public String getCode() {
      return code;
    }

    public void setCode(String code) {
      this.code = code;
    }
  }

  record BerthId(String port, int number) {}

  @Entity
  @IdClass(BerthId.class)
  static class Berth {
    @Id String port;
    @Id int number;
  }

  @Embeddable
  static class CargoId {
    String kind;
    int lot;
  }

  @Entity
  static class Cargo {
    @EmbeddedId CargoId id;
  }

  @Embeddable
  static class Position {
    double latitude;
    double longitude;
    @Embedded Size uncertainty;
  }

  @Embeddable
  record Size(int length, int width) {}

  @MappedSuperclass
  static class Alone {
    String word;
  }

  @Test
  void an_entity_is_found_by_its_class_and_by_its_name() {
    EntityType<Ship> ship = metamodel.entity(Ship.class);
    assertEquals("Vessel", ship.getName());
    assertSame(ship, metamodel.entity("Vessel"));
    assertSame(ship, metamodel.managedType(Ship.class));
    assertEquals(Ship.class, ship.getJavaType());
    assertEquals(PersistenceType.ENTITY, ship.getPersistenceType());
    assertEquals(BindableType.ENTITY_TYPE, ship.getBindableType());
    assertEquals(Ship.class, ship.getBindableJavaType());
  }

  @Test
  void what_is_not_in_the_unit_is_refused() {
    assertThrows(IllegalArgumentException.class, () -> metamodel.entity(String.class));
    assertThrows(IllegalArgumentException.class, () -> metamodel.entity((Class<?>) null));
    assertThrows(IllegalArgumentException.class, () -> metamodel.entity(Position.class));
    assertThrows(IllegalArgumentException.class, () -> metamodel.embeddable(Ship.class));
    assertThrows(IllegalArgumentException.class, () -> metamodel.managedType(String.class));
    var unnamed = assertThrows(IllegalArgumentException.class, () -> metamodel.entity("Vesel"));
    assertTrue(unnamed.getMessage().contains("did you mean \"Vessel\""), unnamed.getMessage());
  }

  @Test
  void every_class_of_the_unit_has_a_managed_type_listed_or_not() {
    assertEquals(
        Set.of(
            Ship.class,
            Tug.class,
            Port.class,
            Berth.class,
            Cargo.class,
            Base.class,
            Alone.class,
            Position.class,
            Size.class,
            CargoId.class),
        javaTypes(metamodel.getManagedTypes()));
    assertEquals(
        Set.of(Ship.class, Tug.class, Port.class, Berth.class, Cargo.class),
        javaTypes(metamodel.getEntities()));
    assertEquals(
        Set.of(Position.class, Size.class, CargoId.class), javaTypes(metamodel.getEmbeddables()));
  }

  private static Set<Class<?>> javaTypes(Set<? extends ManagedType<?>> types) {
    return types.stream().map(Type::getJavaType).collect(Collectors.toSet());
  }

  @Test
  void attributes_have_the_kinds_that_their_annotations_say() {
    EntityType<Ship> ship = metamodel.entity(Ship.class);
    assertEquals(PersistentAttributeType.BASIC, kind(ship, "name"));
    assertEquals(PersistentAttributeType.EMBEDDED, kind(ship, "position"));
    assertEquals(PersistentAttributeType.MANY_TO_ONE, kind(ship, "home"));
    assertEquals(PersistentAttributeType.ONE_TO_ONE, kind(ship, "cargo"));
    assertEquals(PersistentAttributeType.ONE_TO_MANY, kind(ship, "loads"));
    assertEquals(PersistentAttributeType.MANY_TO_MANY, kind(ship, "calls"));
    assertEquals(PersistentAttributeType.ELEMENT_COLLECTION, kind(ship, "sizes"));
    assertTrue(ship.getAttribute("home").isAssociation());
    assertFalse(ship.getAttribute("home").isCollection());
    assertTrue(ship.getAttribute("calls").isAssociation());
    assertTrue(ship.getAttribute("sizes").isCollection());
    assertFalse(ship.getAttribute("sizes").isAssociation());
    assertThrows(IllegalArgumentException.class, () -> ship.getAttribute("scratch"));
  }

  private static PersistentAttributeType kind(ManagedType<?> type, String name) {
    return type.getAttribute(name).getPersistentAttributeType();
  }

  @Test
  void singular_attributes_are_looked_up_by_name_and_type() {
    EntityType<Ship> ship = metamodel.entity(Ship.class);
    SingularAttribute<? super Ship, Port> home = ship.getSingularAttribute("home", Port.class);
    assertSame(metamodel.entity(Port.class), home.getType());
    assertEquals(Port.class, home.getJavaType());
    assertEquals(Port.class, home.getBindableJavaType());
    assertEquals(BindableType.SINGULAR_ATTRIBUTE, home.getBindableType());
    assertSame(ship, home.getDeclaringType());
    assertEquals("home", home.getJavaMember().getName());
    assertThrows(
        IllegalArgumentException.class, () -> ship.getSingularAttribute("home", String.class));
    assertThrows(IllegalArgumentException.class, () -> ship.getSingularAttribute("loads"));
    assertThrows(IllegalArgumentException.class, () -> ship.getSingularAttribute(null));
    assertEquals(
        PersistenceType.BASIC, ship.getSingularAttribute("name").getType().getPersistenceType());
    assertEquals(
        PersistenceType.EMBEDDABLE,
        ship.getSingularAttribute("position").getType().getPersistenceType());
  }

  @Test
  void a_primitive_attribute_is_found_by_its_wrapper_too() {
    EntityType<Berth> berth = metamodel.entity(Berth.class);
    assertSame(
        berth.getSingularAttribute("number", int.class),
        berth.getSingularAttribute("number", Integer.class));
    assertEquals(int.class, berth.getSingularAttribute("number").getJavaType());
  }

  @Test
  void collections_are_looked_up_by_their_kind_and_elements() {
    EntityType<Ship> ship = metamodel.entity(Ship.class);
    assertEquals(
        CollectionType.COLLECTION, ship.getCollection("loads", Cargo.class).getCollectionType());
    assertEquals(CollectionType.LIST, ship.getList("plans", Cargo.class).getCollectionType());
    assertEquals(CollectionType.SET, ship.getSet("calls", Port.class).getCollectionType());
    assertSame(metamodel.entity(Cargo.class), ship.getCollection("loads").getElementType());
    assertEquals(Cargo.class, ship.getCollection("loads").getBindableJavaType());
    assertEquals(BindableType.PLURAL_ATTRIBUTE, ship.getCollection("loads").getBindableType());
    assertThrows(IllegalArgumentException.class, () -> ship.getList("loads"));
    assertThrows(IllegalArgumentException.class, () -> ship.getSet("loads", Cargo.class));
    assertThrows(IllegalArgumentException.class, () -> ship.getCollection("loads", Port.class));
    assertThrows(IllegalArgumentException.class, () -> ship.getCollection("home"));
    assertEquals(Port.class, ship.getList("untyped").getElementType().getJavaType());
    assertEquals(
        Set.of("loads", "plans", "calls", "sizes", "untyped"),
        ship.getPluralAttributes().stream().map(Attribute::getName).collect(Collectors.toSet()));
  }

  @Test
  void a_map_knows_its_keys_and_values() {
    EntityType<Ship> ship = metamodel.entity(Ship.class);
    MapAttribute<? super Ship, String, Size> sizes = ship.getMap("sizes", String.class, Size.class);
    assertEquals(CollectionType.MAP, sizes.getCollectionType());
    assertEquals(String.class, sizes.getKeyJavaType());
    assertEquals(PersistenceType.BASIC, sizes.getKeyType().getPersistenceType());
    assertSame(metamodel.embeddable(Size.class), sizes.getElementType());
    assertThrows(
        IllegalArgumentException.class, () -> ship.getMap("sizes", Long.class, Size.class));
    assertThrows(
        IllegalArgumentException.class, () -> ship.getMap("sizes", String.class, Long.class));
  }

  @Test
  void inherited_attributes_belong_to_the_mapped_superclass() {
    EntityType<Ship> ship = metamodel.entity(Ship.class);
    ManagedType<?> base = metamodel.managedType(Base.class);
    assertEquals(PersistenceType.MAPPED_SUPERCLASS, base.getPersistenceType());
    assertSame(base, ship.getSupertype());
    assertNull(metamodel.entity(Port.class).getSupertype());
    assertSame(base.getAttribute("remark"), ship.getAttribute("remark"));
    assertSame(base, ship.getAttribute("remark").getDeclaringType());
    assertThrows(IllegalArgumentException.class, () -> ship.getDeclaredAttribute("remark"));
    assertFalse(
        ship.getDeclaredAttributes().stream().anyMatch(each -> each.getName().equals("remark")));
    assertTrue(ship.getAttributes().contains(base.getAttribute("remark")));
    assertEquals(
        Set.of("id", "version", "remark"),
        base.getDeclaredAttributes().stream().map(Attribute::getName).collect(Collectors.toSet()));
  }

  @Test
  void an_inherited_attribute_of_a_type_variable_has_the_type_that_the_entity_gives_it() {
    EntityType<Ship> ship = metamodel.entity(Ship.class);
    assertEquals(Long.class, ship.getId(Long.class).getJavaType());
    assertEquals(Object.class, metamodel.managedType(Base.class).getAttribute("id").getJavaType());
    assertNotSame(metamodel.managedType(Base.class).getAttribute("id"), ship.getAttribute("id"));
    assertSame(metamodel.managedType(Base.class), ship.getAttribute("id").getDeclaringType());
  }

  @Test
  void ids_and_versions_are_told() {
    EntityType<Ship> ship = metamodel.entity(Ship.class);
    assertTrue(ship.hasSingleIdAttribute());
    assertTrue(ship.getId(Long.class).isId());
    assertEquals(Long.class, ship.getIdType().getJavaType());
    assertThrows(IllegalArgumentException.class, () -> ship.getId(String.class));
    assertThrows(IllegalArgumentException.class, () -> ship.getDeclaredId(Long.class));
    assertTrue(ship.hasVersionAttribute());
    assertTrue(ship.getVersion(Integer.class).isVersion());
    assertThrows(IllegalArgumentException.class, () -> ship.getVersion(Long.class));
    assertThrows(IllegalArgumentException.class, () -> ship.getDeclaredVersion(int.class));
    assertThrows(IllegalArgumentException.class, ship::getIdClassAttributes);
    EntityType<Port> port = metamodel.entity(Port.class);
    assertFalse(port.hasVersionAttribute());
    assertThrows(IllegalArgumentException.class, () -> port.getVersion(Integer.class));
    assertEquals(String.class, port.getDeclaredId(String.class).getJavaType());
    assertEquals("getCode", port.getId(String.class).getJavaMember().getName());
  }

  @Test
  void an_id_class_has_its_attributes() {
    EntityType<Berth> berth = metamodel.entity(Berth.class);
    assertFalse(berth.hasSingleIdAttribute());
    assertEquals(
        Set.of("port", "number"),
        berth.getIdClassAttributes().stream().map(Attribute::getName).collect(Collectors.toSet()));
    assertEquals(BerthId.class, berth.getIdType().getJavaType());
    assertThrows(IllegalArgumentException.class, () -> berth.getId(String.class));
  }

  @Test
  void an_embedded_id_is_an_embeddable() {
    EntityType<Cargo> cargo = metamodel.entity(Cargo.class);
    assertTrue(cargo.hasSingleIdAttribute());
    assertSame(metamodel.embeddable(CargoId.class), cargo.getIdType());
    assertSame(metamodel.embeddable(CargoId.class), cargo.getId(CargoId.class).getType());
    assertEquals(PersistentAttributeType.EMBEDDED, kind(cargo, "id"));
  }

  @Test
  void optional_is_what_may_be_null() {
    EntityType<Ship> ship = metamodel.entity(Ship.class);
    assertFalse(ship.getSingularAttribute("name").isOptional());
    assertTrue(ship.getSingularAttribute("remark").isOptional());
    assertTrue(ship.getSingularAttribute("home").isOptional());
    assertFalse(ship.getSingularAttribute("cargo").isOptional());
    assertFalse(ship.getSingularAttribute("version").isOptional());
  }

  @Test
  void embeddables_have_attributes_too() {
    var position = metamodel.embeddable(Position.class);
    assertEquals(PersistenceType.EMBEDDABLE, position.getPersistenceType());
    assertEquals(
        List.of("latitude", "longitude", "uncertainty"),
        position.getAttributes().stream().map(Attribute::getName).toList());
    assertSame(
        metamodel.embeddable(Size.class), position.getSingularAttribute("uncertainty").getType());
    assertEquals(
        List.of("length", "width"),
        metamodel.embeddable(Size.class).getDeclaredSingularAttributes().stream()
            .map(Attribute::getName)
            .toList());
  }

  @Test
  void a_mapped_superclass_that_no_entity_extends_is_described_as_well() {
    assertEquals(
        Set.of("word"),
        metamodel.managedType(Alone.class).getAttributes().stream()
            .map(Attribute::getName)
            .collect(Collectors.toSet()));
  }

  @Test
  void a_subclass_of_an_entity_inherits_its_attributes() {
    EntityType<Tug> tug = metamodel.entity(Tug.class);
    EntityType<Ship> ship = metamodel.entity(Ship.class);
    assertSame(ship, tug.getSupertype());
    assertSame(ship.getAttribute("home"), tug.getAttribute("home"));
    assertSame(ship, tug.getAttribute("home").getDeclaringType());
    assertEquals(Long.class, tug.getId(Long.class).getJavaType());
    assertTrue(tug.hasSingleIdAttribute());
    assertEquals(
        List.of("pull"), tug.getDeclaredAttributes().stream().map(Attribute::getName).toList());
  }
}
