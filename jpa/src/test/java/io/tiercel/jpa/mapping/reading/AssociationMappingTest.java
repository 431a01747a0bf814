package io.tiercel.jpa.mapping.reading;

import static io.tiercel.jpa.mapping.reading.Mappings.columnNames;
import static io.tiercel.jpa.mapping.reading.Mappings.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.ForeignKey;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute.JoinTable;
import io.tiercel.jpa.mapping.ToManyAttribute.OrderTerm;
import io.tiercel.jpa.mapping.ToOneAttribute;
import jakarta.persistence.CascadeType;
import jakarta.persistence.ConstraintMode;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.OrderBy;
import jakarta.persistence.UniqueConstraint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

// The entities are only read by reflection.
@SuppressWarnings({"NullAway.Init", "unused", "UnusedVariable"})
class AssociationMappingTest {
  @Entity
  static class Customer {
    @Id UUID id;
    String name;

    @OneToMany(mappedBy = "customer", cascade = CascadeType.ALL, orphanRemoval = true)
    @OrderBy("placed.day DESC, number")
    List<Order> orders;

    @OneToOne(mappedBy = "customer", fetch = FetchType.LAZY)
    Card card;

    @ManyToMany Set<Tag> tags;
  }

  @Embeddable
  record Placed(java.time.LocalDate day) {}

  @Entity
  @jakarta.persistence.Table(
      name = "orders",
      indexes = @Index(columnList = "number DESC, customer_id"),
      uniqueConstraints =
          @UniqueConstraint(
              name = "One",
              columnNames = {"number", "customer_id"}))
  static class Order {
    @Id long id;
    int number;
    Placed placed;

    @ManyToOne(optional = false, fetch = FetchType.LAZY, cascade = CascadeType.PERSIST)
    Customer customer;

    @jakarta.persistence.Column(name = "customer_id", insertable = false, updatable = false)
    UUID customerId;

    @OneToMany
    @JoinColumn(name = "order_ref")
    Set<Line> lines;
  }

  @Entity
  static class Line {
    @Id long id;
  }

  @Entity
  static class Card {
    @Id long id;

    @OneToOne
    @JoinColumn(
        name = "\"Owner\"",
        foreignKey = @jakarta.persistence.ForeignKey(ConstraintMode.NO_CONSTRAINT))
    Customer customer;
  }

  @Entity
  static class Tag {
    @Id String word;

    @ManyToMany(mappedBy = "tags")
    @OrderBy
    List<Customer> customers;
  }

  private static final UnitMapping SHOP =
      Mappings.unit(Customer.class, Order.class, Line.class, Card.class, Tag.class);

  private static ToOneAttribute toOne(Class<?> entity, String name) {
    return assertInstanceOf(ToOneAttribute.class, SHOP.entity(entity).attribute(name));
  }

  private static ToManyAttribute toMany(Class<?> entity, String name) {
    return assertInstanceOf(ToManyAttribute.class, SHOP.entity(entity).attribute(name));
  }

  private static JoinTable joinTable(ToManyAttribute attribute) {
    JoinTable table = attribute.joinTable();
    assertNotNull(table);
    return table;
  }

  @Entity
  static class Club {
    @Id int id;

    @OneToMany
    @jakarta.persistence.JoinTable(name = "club_tags")
    List<Tag> favourites;

    @ManyToMany
    @jakarta.persistence.JoinTable(name = "club_tags")
    List<Tag> others;
  }

  @Entity
  static class Singer {
    @Id int id;

    @ManyToMany
    @jakarta.persistence.JoinTable(name = "singing")
    Set<Choir> choirs;
  }

  @Entity
  static class Choir {
    @Id int id;

    @ManyToMany
    @jakarta.persistence.JoinTable(name = "singing")
    Set<Singer> singers;
  }

  @Entity
  static class Singing {
    @Id int id;
  }

  @jakarta.persistence.MappedSuperclass
  static class Labelled {
    @jakarta.persistence.ElementCollection
    @jakarta.persistence.CollectionTable(name = "labels")
    Set<String> labels;
  }

  @Entity
  static class Jar extends Labelled {
    @Id int id;
  }

  @Entity
  static class LargeJar extends Jar {
    int litres;
  }

  @Entity
  static class Bottle extends Labelled {
    @Id int id;
  }

  /// What is told of the second one.
  private static String clash(UnitMapping unit, Class<?> first, Class<?> second) {
    var owners = new CollectionOwners();
    EntityMapping one = unit.entity(first);
    assertEquals(List.of(), owners.add(one, one.attributes()));
    EntityMapping other = unit.entity(second);
    return String.join("\n", owners.add(other, other.attributes()));
  }

  @Test
  void two_collections_of_an_entity_are_told_to_share_a_table() {
    EntityMapping club = Mappings.of(Club.class, Tag.class);
    String told = String.join("\n", new CollectionOwners().add(club, club.attributes()));
    assertTrue(told.contains("Club.others: its table"), told);
    assertTrue(told.contains("Club.favourites as well"), told);
  }

  @Test
  void two_owning_sides_are_told_to_share_a_table() {
    UnitMapping unit = Mappings.unit(Singer.class, Choir.class);
    String told = clash(unit, Singer.class, Choir.class);
    assertTrue(told.contains("Choir.singers: its table singing is that of "), told);
    assertTrue(told.contains("Singer.choirs as well"), told);
    assertTrue(told.contains("put mappedBy on one of them"), told);
  }

  @Test
  void a_collection_and_an_entity_are_told_to_share_a_table_whichever_is_read_first() {
    UnitMapping unit = Mappings.unit(Singer.class, Choir.class, Singing.class);
    String told = clash(unit, Singing.class, Singer.class);
    assertTrue(told.contains("Singer.choirs: its table singing is that of "), told);
    assertTrue(told.contains("Singing as well"), told);
    assertTrue(clash(unit, Singer.class, Singing.class).contains("Singing: its table singing"));
  }

  @Test
  void a_collection_that_subclasses_inherit_keeps_its_table_but_two_hierarchies_share_it() {
    UnitMapping unit = Mappings.unit(Jar.class, LargeJar.class, Bottle.class);
    var owners = new CollectionOwners();
    EntityMapping jar = unit.entity(Jar.class);
    assertEquals(List.of(), owners.add(jar, jar.attributes()));
    assertEquals(List.of(), owners.add(unit.entity(LargeJar.class), List.of()));
    String told = clash(unit, Jar.class, Bottle.class);
    assertTrue(told.contains("Bottle.labels: its table labels is that of "), told);
  }

  @Test
  void a_many_to_one_has_a_foreign_key_of_the_type_of_the_targets_id() {
    ToOneAttribute customer = toOne(Order.class, "customer");
    Column column = customer.joinColumns().getFirst();
    assertEquals("orders.customer_id", column.toString());
    assertEquals("uuid", column.sqlType());
    assertEquals(UUID.class, column.columnType());
    assertEquals(3, column.slot());
    assertFalse(column.nullable());
    assertEquals(
        new ForeignKey(
            new Table(null, "customer"),
            List.of("customer_id"),
            List.of("id"),
            null,
            true,
            null,
            ""),
        column.foreignKey());
    assertTrue(customer.lazy());
    assertTrue(customer.cascade().persist());
    assertFalse(customer.cascade().remove());
    assertSame(SHOP.entity(Customer.class), customer.target().mapping());
  }

  @Test
  void a_plain_attribute_may_read_the_foreign_key_column() {
    assertEquals(
        List.of("id", "number", "day", "customer_id", "customer_id"),
        columnNames(SHOP.entity(Order.class)));
  }

  @Test
  void a_one_to_one_is_unique_on_its_owning_side_and_has_no_column_on_the_other() {
    Column owner = toOne(Card.class, "customer").joinColumns().getFirst();
    assertEquals("\"Owner\"", owner.sql());
    assertTrue(owner.unique());
    assertTrue(toOne(Card.class, "customer").isOwning());
    assertNotNull(owner.foreignKey());
    assertFalse(owner.foreignKey().enforced());
    ToOneAttribute card = toOne(Customer.class, "card");
    assertFalse(card.isOwning());
    assertEquals("customer", card.mappedBy());
    assertEquals(List.of(), card.joinColumns());
  }

  @Test
  void a_one_to_many_is_ordered_by_columns_of_its_target() {
    ToManyAttribute orders = toMany(Customer.class, "orders");
    EntityMapping target = SHOP.entity(Order.class);
    assertEquals(
        List.of(
            new OrderTerm(target.columns().get(2), true),
            new OrderTerm(target.columns().get(1), false)),
        orders.orderBy());
    assertTrue(orders.lazy());
    assertTrue(orders.orphanRemoval());
    assertTrue(orders.cascade().remove());
    assertNull(orders.joinTable());
  }

  @Test
  void a_one_to_many_with_join_column_stands_in_the_targets_table() {
    ToManyAttribute lines = toMany(Order.class, "lines");
    Column column = lines.targetColumns().getFirst();
    assertEquals("line.order_ref", column.toString());
    assertEquals(-1, column.slot());
    assertEquals("bigint", column.sqlType());
    assertTrue(lines.isOwning());
    assertNull(lines.joinTable());
  }

  @Test
  void both_sides_of_a_many_to_many_see_the_same_join_table_from_their_end() {
    JoinTable tags = joinTable(toMany(Customer.class, "tags"));
    assertEquals("customer_tag", tags.table().sql());
    assertEquals("customer_tag.customers_id", tags.ownColumns().getFirst().toString());
    assertEquals("customer_tag.tags_word", tags.targetColumns().getFirst().toString());
    JoinTable customers = joinTable(toMany(Tag.class, "customers"));
    assertEquals("customer_tag.tags_word", customers.ownColumns().getFirst().toString());
    assertEquals(0, customers.ownColumns().getFirst().slot());
    assertEquals("customer_tag.customers_id", customers.targetColumns().getFirst().toString());
    assertEquals(1, customers.targetColumns().getFirst().slot());
    assertEquals(
        List.of(new OrderTerm(SHOP.entity(Customer.class).id().column(), false)),
        toMany(Tag.class, "customers").orderBy());
  }

  @Test
  void indexes_and_unique_constraints_of_the_table_are_kept() {
    assertEquals(
        List.of(
            new EntityMapping.Index("one", List.of("number", "customer_id"), Set.of(), true, ""),
            new EntityMapping.Index(
                null, List.of("number", "customer_id"), Set.of("number"), false, "")),
        SHOP.entity(Order.class).indexes());
  }

  @Entity
  static class Album {
    @Id long id;
    @OneToMany List<Line> tracks;
  }

  @Test
  void a_one_to_many_without_anything_has_a_join_table_with_unique_targets() {
    var mapping = Mappings.of(Album.class, Line.class);
    var tracks = assertInstanceOf(ToManyAttribute.class, mapping.attribute("tracks"));
    JoinTable table = joinTable(tracks);
    assertEquals("album_line.album_id", table.ownColumns().getFirst().toString());
    assertEquals("album_line.tracks_id", table.targetColumns().getFirst().toString());
    assertTrue(table.targetColumns().getFirst().unique());
  }

  @Entity
  static class Misspelt {
    @Id long id;

    @OneToMany(mappedBy = "custommer")
    List<Order> orders;
  }

  @Entity
  static class WrongKind {
    @Id long id;

    @OneToMany(mappedBy = "number")
    List<Order> orders;
  }

  @Entity
  static class Foreign {
    @Id long id;
    @ManyToOne Customer customer;
  }

  @Entity
  static class Mapped {
    @Id long id;
    Map<String, Line> lines;
  }

  @Entity
  static class Concrete {
    @Id long id;
    @OneToMany ArrayList<Line> lines;
  }

  @Entity
  static class Unannotated {
    @Id long id;
    Line line;
  }

  @Entity
  static class BadOrder {
    @Id long id;

    @OneToMany
    @OrderBy("idd")
    List<Line> lines;
  }

  @Entity
  static class Wide {
    @Id long id;

    @ManyToOne
    @JoinColumn(name = "a", referencedColumnName = "nickname")
    Customer customer;
  }

  @Test
  void mapped_by_must_name_an_attribute_that_refers_back() {
    String misspelt = refusal(Misspelt.class, Order.class, Customer.class, Line.class);
    assertTrue(misspelt.contains("Misspelt.orders: mappedBy names Order.custommer"), misspelt);
    assertTrue(misspelt.contains("did you mean \"customer"), misspelt);
    String wrong = refusal(WrongKind.class, Order.class, Customer.class, Line.class);
    assertTrue(wrong.contains("which is not a @ManyToOne of type WrongKind"), wrong);
  }

  @Test
  void associations_that_cannot_be_followed_are_refused_with_the_mend() {
    assertTrue(refusal(Foreign.class).contains("is not an entity of this persistence unit"));
    assertTrue(refusal(Mapped.class, Line.class).contains("it is a Map, but nothing says of what"));
    assertTrue(
        refusal(Concrete.class, Line.class).contains("declare it as java.util.Collection, List"));
    assertTrue(refusal(Unannotated.class, Line.class).contains("@ManyToOne or @OneToOne"));
    assertTrue(refusal(BadOrder.class, Line.class).contains("did you mean \"id\"?"));
    String wide =
        refusal(Wide.class, Customer.class, Order.class, Card.class, Tag.class, Line.class);
    assertTrue(wide.contains("refers to column \"nickname\" of Customer, whose id is id"), wide);
  }

  @Entity
  static class Twice {
    @Id long id;
    @ManyToMany Set<Tag> liked;
    @OneToMany Set<Tag> given;
  }

  @Entity
  static class TwiceAlike {
    @Id long id;

    @ManyToMany
    @jakarta.persistence.JoinTable(inverseJoinColumns = @JoinColumn(name = "tag"))
    Set<Tag> liked;

    @ManyToMany
    @jakarta.persistence.JoinTable(inverseJoinColumns = @JoinColumn(name = "tag"))
    Set<Tag> given;
  }

  @Test
  void two_attributes_in_one_default_join_table_with_other_columns_each_are_refused() {
    String refusal = refusal(Twice.class, Tag.class);
    assertTrue(refusal.contains("Twice.given: its join table twice_tag is that of"), refusal);
    assertTrue(refusal.contains("Twice.liked as well"), refusal);
    assertTrue(refusal.contains("@JoinTable(name = …)"), refusal);
    // They can write it, and are warned of; so is who names the table of both.
    assertNotNull(Mappings.of(TwiceAlike.class, Tag.class));
  }
}
