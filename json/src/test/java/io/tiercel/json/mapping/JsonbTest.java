package io.tiercel.json.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.tiercel.jpa.format.StoredAs;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Documents in columns of a real database.
@NullUnmarked // a null where none is expected fails the test by itself
@Timeout(60)
class JsonbTest {
  private static final JsonMapper EXACT =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  record Address(String street, String city) {}

  /// A document as an entity.
  @Entity(name = "Place")
  record Place(@Id int id, @StoredAs(Jsonb.class) Address content) {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({@JsonSubTypes.Type(Card.class), @JsonSubTypes.Type(Invoice.class)})
  sealed interface Payment permits Card, Invoice {}

  @JsonTypeName("card")
  record Card(String number) implements Payment {}

  @JsonTypeName("invoice")
  record Invoice(LocalDate due, BigDecimal amount) implements Payment {}

  /// A bean without equals.
  static class Note {
    public String text;
    public List<Integer> pages = new ArrayList<>();
  }

  /// Embeddable elsewhere, a document here.
  @Embeddable
  record Point(int x, int y) {}

  @Entity(name = "Customer")
  static class Customer {
    @Id int id;
    @Version int version;

    @StoredAs(Jsonb.class)
    Address address;

    @StoredAs(Jsonb.class)
    List<Address> former;

    @StoredAs(Jsonb.class)
    Payment payment;

    @StoredAs(Jsonb.class)
    Note note;

    @StoredAs(Jsonb.class)
    Map<String, Object> extra;

    @StoredAs(Jsonb.class)
    JsonNode tree;

    @StoredAs(Jsonb.class)
    String text;

    @StoredAs(Jsonb.class)
    Point point;
  }

  private static EntityManagerFactory open(TestDatabase database) {
    return new PersistenceConfiguration("documents")
        .provider("io.tiercel.jpa.TiercelPersistenceProvider")
        .property("jakarta.persistence.jdbc.url", database.jdbcUrl())
        .property("jakarta.persistence.schema-generation.database.action", "drop-and-create")
        .managedClass(Customer.class)
        .managedClass(Place.class)
        .createEntityManagerFactory();
  }

  private static Customer customer() {
    var customer = new Customer();
    customer.id = 1;
    customer.address = new Address("Falkengasse 3", "Köln");
    customer.former = List.of(new Address("a", "b"), new Address("c \"d\"", "e"));
    customer.payment = new Invoice(LocalDate.of(2026, 11, 23), new BigDecimal("10.50"));
    customer.note = new Note();
    customer.note.text = "n";
    customer.note.pages.add(7);
    customer.extra =
        new HashMap<>(Map.of("z", 1, "a", List.of(true, "x"), "m", new BigDecimal("1.10")));
    customer.tree = EXACT.readTree("{\"b\": 1, \"a\": [null, 0.12345678901234567890]}");
    customer.text = "{\"b\":1,   \"a\":2}";
    customer.point = new Point(3, 4);
    return customer;
  }

  @EveryPostgres
  void every_kind_of_attribute_is_a_document(TestServer server) {
    try (TestDatabase database = server.newDatabase();
        EntityManagerFactory factory = open(database)) {
      factory.runInTransaction(manager -> manager.persist(customer()));
      factory.runInTransaction(
          manager -> {
            assertEquals(
                List.of("jsonb", "jsonb", "jsonb", "jsonb", "jsonb", "jsonb", "jsonb", "jsonb"),
                manager
                    .createNativeQuery(
                        "select data_type::text from information_schema.columns"
                            + " where table_name = 'customer' and data_type <> 'integer'",
                        String.class)
                    .getResultList());
            Customer found = manager.find(Customer.class, 1);
            Customer expected = customer();
            assertEquals(expected.address, found.address);
            assertEquals(expected.former, found.former);
            assertEquals(expected.payment, found.payment);
            assertEquals("n", found.note.text);
            assertEquals(List.of(7), found.note.pages);
            assertEquals(expected.extra, found.extra);
            assertEquals("0.12345678901234567890", found.tree.get("a").get(1).asString());
            assertEquals("{\"a\": 2, \"b\": 1}", found.text);
            assertEquals(expected.point, found.point);
          });
    }
  }

  @Test
  void a_record_with_a_document_is_an_entity() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = open(database)) {
      var place = new Place(7, new Address("x", "y"));
      factory.runInTransaction(manager -> manager.persist(place));
      factory.runInTransaction(
          manager -> {
            assertEquals(place, manager.find(Place.class, 7));
            assertEquals(
                List.of("y"),
                manager
                    .createNativeQuery("select content ->> 'city' from place", String.class)
                    .getResultList());
          });
    }
  }

  @Test
  void a_format_and_a_converter_are_refused() {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      var unit =
          new PersistenceConfiguration("documents")
              .provider("io.tiercel.jpa.TiercelPersistenceProvider")
              .property("jakarta.persistence.jdbc.url", database.jdbcUrl())
              .managedClass(Both.class);
      var refused =
          assertThrows(
              PersistenceException.class,
              () -> {
                try (EntityManagerFactory factory = unit.createEntityManagerFactory()) {
                  factory.runInTransaction(manager -> manager.find(Both.class, 1));
                }
              });
      assertTrue(String.valueOf(refused.getMessage()).contains("@StoredAs"), refused::toString);
    }
  }

  @Entity(name = "Both")
  static class Both {
    @Id int id;

    @StoredAs(Jsonb.class)
    @Convert(converter = Upper.class)
    String text;
  }

  static class Upper implements AttributeConverter<String, String> {
    @Override
    public String convertToDatabaseColumn(String attribute) {
      return attribute;
    }

    @Override
    public String convertToEntityAttribute(String column) {
      return column;
    }
  }

  @Test
  void what_was_only_read_is_not_written() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = open(database)) {
      factory.runInTransaction(manager -> manager.persist(customer()));
      // In another order and spelling than ours, as another program writes it.
      database.execute(
          "update customer set address = '{\"city\": \"Bonn\", \"street\": \"x\\u0041\"}', tree ="
              + " '1.500'");
      factory.runInTransaction(
          manager -> assertEquals("xA", manager.find(Customer.class, 1).address.street()));
      factory.runInTransaction(manager -> assertEquals(0, manager.find(Customer.class, 1).version));
    }
  }

  @Test
  void what_was_changed_inside_a_document_is_written() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = open(database)) {
      factory.runInTransaction(manager -> manager.persist(customer()));
      factory.runInTransaction(
          manager -> {
            Customer customer = manager.find(Customer.class, 1);
            customer.note.pages.add(8);
            customer.extra.put("new", 5);
            ((ObjectNode) customer.tree).put("b", 2);
          });
      factory.runInTransaction(
          manager -> {
            Customer customer = manager.find(Customer.class, 1);
            assertEquals(1, customer.version);
            assertEquals(List.of(7, 8), customer.note.pages);
            assertEquals(5, customer.extra.get("new"));
            assertEquals(2, customer.tree.get("b").asInt());
            customer.address = null;
            customer.payment = new Card("1");
          });
      factory.runInTransaction(
          manager -> {
            Customer customer = manager.find(Customer.class, 1);
            assertNull(customer.address);
            assertEquals(new Card("1"), customer.payment);
            assertEquals(
                1L,
                manager
                    .createQuery(
                        "select count(c) from Customer c where c.address is null", Long.class)
                    .getSingleResult());
          });
    }
  }

  @Test
  void a_member_that_the_class_does_not_know_is_refused_and_not_lost() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory = open(database)) {
      factory.runInTransaction(manager -> manager.persist(customer()));
      database.execute("update customer set address = '{\"city\": \"Bonn\", \"zip\": \"1\"}'");
      var failed =
          assertThrows(
              PersistenceException.class,
              () -> factory.runInTransaction(manager -> manager.find(Customer.class, 1)));
      String message = String.valueOf(failed.getMessage());
      assertTrue(message.contains("Customer.address") && message.contains("zip"), message);
    }
  }
}
