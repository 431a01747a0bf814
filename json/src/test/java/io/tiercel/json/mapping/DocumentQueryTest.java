package io.tiercel.json.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.tiercel.jpa.format.StoredAs;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.PathStorage;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// What queries find inside of documents, against what the same questions find in memory; and by
/// which index.
@NullUnmarked // a null where none is expected fails the test by itself
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentQueryTest {
  enum State {
    OPEN,
    PAID,
    LOST
  }

  record Address(String street, @JsonProperty("town") String city, int floor) {}

  record Identifier(String kind, String value, Integer rank) {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "how")
  @JsonSubTypes({@JsonSubTypes.Type(Card.class), @JsonSubTypes.Type(Invoice.class)})
  sealed interface Payment permits Card, Invoice {}

  @JsonTypeName("card")
  record Card(String number) implements Payment {}

  @JsonTypeName("invoice")
  record Invoice(LocalDate due, BigDecimal amount) implements Payment {}

  record Content(
      String title,
      @Nullable Integer year,
      double weight,
      long big,
      boolean open,
      State state,
      UUID key,
      LocalDate day,
      @Nullable Address address,
      List<String> tags,
      List<Identifier> identifiers,
      Payment payment,
      Map<String, Object> more) {}

  @Entity(name = "Item")
  static class Item {
    @Id int id;

    @StoredAs(Jsonb.class)
    @PathIndex(path = "title")
    @PathIndex(path = "title", name = "lower_title", ignoreCase = true)
    @PathIndex(path = "year", kinds = IndexKind.NUMBER)
    @PathIndex(path = "weight", kinds = IndexKind.NUMBER)
    @PathIndex(path = "big", kinds = IndexKind.NUMBER, storage = PathStorage.STORED)
    @PathIndex(path = "open")
    @PathIndex(path = "state")
    @PathIndex(path = "key", storage = PathStorage.STORED)
    @PathIndex(path = "address.town", storage = PathStorage.STORED)
    @PathIndex(path = "address.street", ignoreCase = true, ignoreAccents = true)
    @PathIndex(path = "tags[*]")
    @PathIndex(path = "identifiers[*]")
    @PathIndex(path = "payment.how")
    @PathIndex(path = "more.colour")
    @PathIndex(path = "more.size", kinds = IndexKind.NUMBER)
    Content content;

    @StoredAs(Jsonb.class)
    JsonNode tree;

    @StoredAs(Jsonb.class)
    List<String> names;
  }

  private static final String LONG = "x".repeat(700);

  private static final List<Item> ITEMS = items(3_000);

  private TestDatabase database = TestServer.v18().newDatabase();
  private EntityManagerFactory factory = open(database);

  private static List<Item> items(int count) {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      var item = new Item();
      item.id = i;
      String title = i % 500 == 7 ? LONG + (i % 1000) : "Ťitle_" + i % 1000 + " of % things";
      item.content =
          new Content(
              title,
              i % 11 == 0 ? null : 1000 + i % 900,
              i / 10.0,
              i * 10_000_000_000L,
              i % 300 == 0,
              i % 400 == 0 ? State.LOST : i % 2 == 0 ? State.OPEN : State.PAID,
              new UUID(7, i),
              LocalDate.of(2000, 1, 1).plusDays(i),
              i % 13 == 0 ? null : new Address("Straße É " + i % 800, "City" + i % 700, i % 5),
              i % 17 == 0 ? List.of() : List.of("t" + i % 600, "all"),
              List.of(
                  new Identifier("isbn", "v" + i % 900, i % 3),
                  new Identifier("issn", "w" + i % 900, null)),
              i % 350 == 1 ? new Card("4711-" + i) : new Invoice(null, new BigDecimal(i + ".50")),
              Map.of("colour", "c" + i % 640, "size", i % 770, "deep", Map.of("x", i % 5)));
      item.tree = Jsonb.MAPPER.valueToTree(Map.of("a", Map.of("b", i % 750), "s", "s" + i % 750));
      item.names = List.of("n" + i % 650, "n");
      items.add(item);
    }
    return items;
  }

  private static EntityManagerFactory open(TestDatabase database) {
    return new PersistenceConfiguration("documents")
        .provider("io.tiercel.jpa.TiercelPersistenceProvider")
        .property("jakarta.persistence.jdbc.url", database.jdbcUrl())
        .property("jakarta.persistence.schema-generation.database.action", "drop-and-create")
        .managedClass(Item.class)
        .createEntityManagerFactory();
  }

  @BeforeAll
  void store() {
    factory.runInTransaction(manager -> ITEMS.forEach(manager::persist));
    database.execute("vacuum analyze item");
  }

  @AfterAll
  void close() {
    factory.close();
    database.close();
  }

  private static Arguments query(
      String condition, @Nullable Object argument, String index, Predicate<Content> expected) {
    return arguments(condition, argument, index, expected);
  }

  private static Stream<Arguments> conditions() {
    String title = "Ťitle_8 of % things";
    return Stream.of(
        query("o.content.title = :p", title, "content_title_text", c -> c.title.equals(title)),
        query(":p = o.content.title", title, "content_title_text", c -> c.title.equals(title)),
        query("o.content.title = 'no''body'", null, "content_title_text", c -> false),
        query(
            "o.content.title = :p", LONG + 7, "content_title_text", c -> c.title.equals(LONG + 7)),
        query(
            "o.content.title in :p",
            List.of(title, LONG + 507),
            "content_title_text",
            c -> c.title.equals(title) || c.title.equals(LONG + 507)),
        query(
            "o.content.title in ('Ťitle_9 of % things', 'x')",
            null, "content_title_text", c -> c.title.equals("Ťitle_9 of % things")),
        query(
            "o.content.title like :p",
            "Ťitle_99% of %",
            "content_title_text",
            c -> c.title.matches("Ťitle_99.* of .*")),
        query(
            "o.content.title like 'Ťitle@_99@%%' escape '@'",
            null, "content_title_text", c -> c.title.startsWith("Ťitle_99%")),
        query(
            "o.content.title like 'Ťitle\\_99%' escape '\\'",
            null, "content_title_text", c -> c.title.startsWith("Ťitle_99")),
        query("o.content.title > :p", LONG, "content_title_text", c -> compare(c.title, LONG) > 0),
        query("o.content.title < :p", "Ť", "content_title_text", c -> compare(c.title, "Ť") < 0),
        query(
            "o.content.title between 'Ťitle_998' and 'Ťitle_999 a'",
            null,
            "content_title_text",
            c -> compare(c.title, "Ťitle_998") >= 0 && compare(c.title, "Ťitle_999 a") <= 0),
        query(
            "lower(o.content.title) = lower(:p)",
            title.toUpperCase(java.util.Locale.ROOT),
            "lower_title_text",
            c -> c.title.equals(title)),
        query(
            "json_value(o.content, '$.title') = :p",
            title,
            "content_title_text",
            c -> c.title.equals(title)),
        query("o.content.year = 1500", null, "content_year_number", c -> is(c.year, 1500)),
        query("o.content.year = :p", 1500, "content_year_number", c -> is(c.year, 1500)),
        query(
            "o.content.year in :p",
            List.of(1500, 1501),
            "content_year_number",
            c -> is(c.year, 1500) || is(c.year, 1501)),
        query(
            "o.content.year between :p and 1510",
            1505,
            "content_year_number",
            c -> c.year != null && c.year >= 1505 && c.year <= 1510),
        query("o.content.year is null", null, "content_year_number", c -> c.year == null),
        query("o.content.weight = :p", 100.1, "content_weight_number", c -> c.weight == 100.1),
        query("o.content.weight < 1.25", null, "content_weight_number", c -> c.weight < 1.25),
        query(
            "o.content.weight in :p", List.of(7.7), "content_weight_number", c -> c.weight == 7.7),
        query(
            "o.content.big >= :p",
            29_900_000_000_000L,
            "content_big_number",
            c -> c.big >= 29_900_000_000_000L),
        query("o.content.open = true", null, "content_open_text", c -> c.open),
        query("o.content.open = :p", true, "content_open_text", c -> c.open),
        query("o.content.state = :p", State.LOST, "content_state_text", c -> c.state == State.LOST),
        query(
            "o.content.state = State.LOST", null, "content_state_text", c -> c.state == State.LOST),
        query(
            "o.content.state in :p",
            List.of(State.LOST),
            "content_state_text",
            c -> c.state == State.LOST),
        query(
            "o.content.key = :p",
            new UUID(7, 9),
            "content_key_text",
            c -> c.key.equals(new UUID(7, 9))),
        query(
            "o.content.address.city = :p",
            "City7",
            "content_address_town_text",
            c -> c.address != null && c.address.city.equals("City7")),
        query(
            "o.content.address.town like 'City69%'",
            null,
            "content_address_town_text",
            c -> c.address != null && c.address.city.startsWith("City69")),
        query(
            "o.content.address.street = :p",
            "Straße É 7",
            "content_address_street_text",
            c -> c.address != null && c.address.street.equals("Straße É 7")),
        query(
            "o.content.address.street in :p",
            List.of("Straße É 7", "strasse é 8"),
            "content_address_street_text",
            c -> c.address != null && c.address.street.equals("Straße É 7")),
        query(":p member of o.content.tags", "t9", "content_tags_text", c -> c.tags.contains("t9")),
        query(
            "exists (select i from o.content.identifiers i where i.kind = 'issn' and i.value = :p)",
            "w9",
            "content_identifiers_text",
            c -> c.identifiers.get(1).value.equals("w9")),
        query(
            "exists (select 1 from o.content.identifiers i where i.value = :p and i.rank = 0)",
            "v9",
            "content_identifiers_text",
            c -> c.identifiers.getFirst().value.equals("v9") && c.identifiers.getFirst().rank == 0),
        query(
            "o.content.payment.how = 'card'",
            null,
            "content_payment_how_text",
            c -> c.payment instanceof Card),
        query(
            "o.content.more.colour = :p",
            "c9",
            "content_more_colour_text",
            c -> c.more.get("colour").equals("c9")),
        query(
            "o.content.more.size > :p",
            new BigDecimal("765"),
            "content_more_size_number",
            c -> (int) c.more.get("size") > 765),
        // What nobody declared, or no index can serve.
        query("o.content.title <> :p", title, "", c -> !c.title.equals(title)),
        query("not (o.content.title = :p)", title, "", c -> !c.title.equals(title)),
        query("o.content.title not like 'Ťitle%'", null, "", c -> !c.title.startsWith("Ťitle")),
        query(
            "o.content.address.floor = 3",
            null,
            "",
            c -> c.address != null && c.address.floor == 3),
        query(
            "o.content.day = :p",
            LocalDate.of(2000, 3, 1),
            "",
            c ->
                c.day.getMonthValue() == 3
                    && c.day.getYear() == 2000
                    && c.day.getDayOfMonth() == 1),
        query("o.content.address is null", null, "", c -> c.address == null),
        query(
            "o.content.address = :p",
            new Address("Straße É 7", "City7", 2),
            "",
            c -> new Address("Straße É 7", "City7", 2).equals(c.address)),
        query(
            "o.content.payment.amount > 2990",
            null,
            "",
            c -> c.payment instanceof Invoice i && i.amount.intValue() >= 2990),
        query(
            "o.content.more.deep = :p",
            Map.of("x", 3),
            "",
            c -> c.more.get("deep").equals(Map.of("x", 3))),
        query(
            "o.content.more.deep.x = 3", null, "", c -> c.more.get("deep").equals(Map.of("x", 3))),
        query("size(o.content.tags) = 0", null, "", c -> c.tags.isEmpty()),
        query("o.content.tags is empty", null, "", c -> c.tags.isEmpty()),
        query("'t9' not member of o.content.tags", null, "", c -> !c.tags.contains("t9")),
        query(
            "json_exists(o.content, '$.payment.number')",
            null,
            "",
            c -> c.payment instanceof Card));
  }

  private static boolean is(@Nullable Integer value, int expected) {
    return value != null && value == expected;
  }

  /// In the order of code points.
  private static int compare(String one, String other) {
    return java.util.Arrays.compareUnsigned(
        one.getBytes(java.nio.charset.StandardCharsets.UTF_8),
        other.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private static List<Integer> ids(
      EntityManager manager, String condition, @Nullable Object argument) {
    var query =
        manager.createQuery(
            "select o.id from Item o where " + condition + " order by o.id", Integer.class);
    return (argument == null ? query : query.setParameter("p", argument)).getResultList();
  }

  @ParameterizedTest
  @MethodSource("conditions")
  void a_condition_finds_what_it_means_by_its_index(
      String condition, @Nullable Object argument, String index, Predicate<Content> expected) {
    List<Integer> wanted =
        ITEMS.stream().filter(item -> expected.test(item.content)).map(item -> item.id).toList();
    assertTrue(
        condition.contains("no''body") || condition.contains("@%%") || !wanted.isEmpty(),
        "finds something");
    factory.runInTransaction(
        manager -> {
          // More than five times: a statement is planned without its arguments then, if that is not
          // worse.
          for (int i = 0; i < 8; i++) {
            assertEquals(wanted, ids(manager, condition, argument));
          }
          if (!index.isEmpty()) {
            uses(manager, "item_" + index, () -> ids(manager, condition, argument));
          }
        });
  }

  /// Whether a query reads an index: by what the server counts of this transaction's own reads.
  private static void uses(EntityManager manager, String index, Runnable query) {
    manager.createNativeQuery("set local enable_seqscan = off").executeUpdate();
    long before = scans(manager, index);
    query.run();
    assertTrue(scans(manager, index) > before, () -> index + " is not used");
  }

  private static long scans(EntityManager manager, String index) {
    String sql = "select pg_stat_get_xact_numscans(cast('" + index + "' as regclass))";
    return ((Number) manager.createNativeQuery(sql, Long.class).getSingleResult()).longValue();
  }

  private <T> List<T> list(String query, Class<T> type) {
    return factory.callInTransaction(manager -> manager.createQuery(query, type).getResultList());
  }

  @Test
  void parts_are_read_as_what_they_are_in_java() {
    Object[] row =
        list(
                "select o.content.title, o.content.year, o.content.weight, o.content.big,"
                    + " o.content.open, o.content.state, o.content.key, o.content.day,"
                    + " o.content.address, o.content.address.city, o.content.tags,"
                    + " o.content.payment, o.content.more.colour, o.content.more.deep, o.tree.a.b,"
                    + " o.content.more.nothing, o.content"
                    + " from Item o where o.id = 9",
                Object[].class)
            .getFirst();
    Content c = ITEMS.get(9).content;
    assertEquals(
        java.util.Arrays.asList(
            c.title,
            c.year,
            c.weight,
            c.big,
            c.open,
            c.state,
            c.key,
            c.day,
            c.address,
            c.address.city,
            c.tags,
            c.payment,
            "c9",
            Map.of("x", 4),
            Jsonb.MAPPER.valueToTree(9),
            null,
            c),
        java.util.Arrays.asList(row));
  }

  @Test
  void several_parts_read_the_document_once() {
    String sql =
        sqlOf("select o.content.title, o.content.address.floor, o.content.day from Item o");
    assertTrue(sql.contains("jsonb_to_record"), sql);
    assertTrue(!sqlOf("select o.content.title from Item o").contains("jsonb_to_record"));
  }

  private String sqlOf(String query) {
    return factory.callInTransaction(
        manager -> {
          manager.createQuery(query).getResultList();
          return manager
              .createNativeQuery(
                  "select statement from pg_prepared_statements where statement not like"
                      + " '%pg_prep%' order by prepare_time desc limit 1",
                  String.class)
              .getResultList()
              .getFirst()
              .toString();
        });
  }

  @ParameterizedTest
  @CsvSource({
    "o.content.title, item_content_title_text",
    "o.content.year, item_content_year_number",
    "o.content.big, item_content_big_number",
    "o.content.address.city, item_content_address_town_text"
  })
  void an_index_sorts(String path, String index) {
    List<?> wanted =
        list("select " + path + " from Item o where " + path + " is not null", Object.class);
    var sorted = new ArrayList<Object>(wanted);
    sorted.sort(
        Comparator.comparing(
            Function.identity(),
            (one, other) ->
                one instanceof String text
                    ? compare(text, (String) other)
                    : Long.compare(((Number) one).longValue(), ((Number) other).longValue())));
    String query =
        "select " + path + " from Item o where " + path + " is not null order by " + path;
    assertEquals(sorted, list(query, Object.class));
    Collections.reverse(sorted);
    assertEquals(sorted, list(query + " desc", Object.class));
    factory.runInTransaction(
        manager ->
            uses(
                manager, index, () -> manager.createQuery(query).setMaxResults(5).getResultList()));
  }

  @Test
  void parts_are_grouped_and_aggregated() {
    assertEquals(
        List.of(5L),
        list(
            "select count(o) from Item o where o.content.address.floor = 3 group by"
                + " o.content.address.city having o.content.address.city = 'City3'",
            Long.class));
    assertEquals(
        List.of(State.LOST, State.OPEN, State.PAID),
        list("select distinct o.content.state from Item o order by o.content.state", State.class));
    assertEquals(1899, list("select max(o.content.year) from Item o", Integer.class).getFirst());
  }

  @Test
  void elements_are_joined() {
    assertEquals(
        List.of("w9", "w9", "w9", "w9"),
        list(
            "select i.value from Item o join o.content.identifiers i where i.kind = 'issn' and"
                + " o.content.identifiers is not empty and i.value = 'w9'",
            String.class));
    assertEquals(
        List.of(new Identifier("isbn", "v9", 0)),
        list(
            "select i from Item o join o.content.identifiers i on i.rank = 0 where o.id = 9",
            Identifier.class));
    assertEquals(
        List.of("n9", "n"),
        list("select n from Item o join o.names n where o.id = 9", String.class));
    assertEquals(
        Long.valueOf(ITEMS.stream().filter(item -> item.content.tags.isEmpty()).count()),
        list("select count(o) from Item o left join o.content.tags t where t is null", Long.class)
            .getFirst());
    assertEquals(
        List.of(5L), list("select count(o) from Item o where 'n9' member of o.names", Long.class));
  }

  @Test
  void members_of_a_tree_are_compared_as_json() {
    for (String condition : List.of("o.tree.a.b = 9", "o.tree.s = 's9'")) {
      assertEquals(
          List.of(9, 759, 1509, 2259),
          list("select o.id from Item o where " + condition + " order by o.id", Integer.class),
          condition);
    }
    for (Object argument : List.of(9, 9L, new BigDecimal("9.0"))) {
      assertEquals(
          List.of(9, 759, 1509, 2259),
          factory.<List<Integer>>callInTransaction(
              manager -> ids(manager, "o.tree.a.b = :p", argument)));
    }
  }

  @Test
  void criteria_follow_paths_too() {
    List<Integer> found =
        factory.callInTransaction(
            manager -> {
              var builder = manager.getCriteriaBuilder();
              var query = builder.createQuery(Integer.class);
              var item = query.from(Item.class);
              query
                  .select(item.get("id"))
                  .where(
                      builder.equal(item.get("content").get("address").get("city"), "City7"),
                      builder.lessThan(
                          item.get("content").<Integer>get("year"), Integer.valueOf(1500)))
                  .orderBy(builder.asc(item.get("id")));
              return manager.createQuery(query).getResultList();
            });
    assertEquals(
        ITEMS.stream()
            .filter(item -> item.content.address != null && item.content.year != null)
            .filter(item -> item.content.address.city.equals("City7") && item.content.year < 1500)
            .map(item -> item.id)
            .toList(),
        found);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "o.content.titel = 'x' | did you mean \"title\"?",
        "o.content.address.citi = 'x' | did you mean \"city\"?",
        "o.content.identifiers.kind = 'x' | join it",
        "o.content.title.x = 'x' | there is none",
        "json_value(o.content, '$.nothing') = 'x' | there is",
        "json_value(o.content, 'title') = 'x' | begins with $.",
        "json_value(o.content, :p) = 'x' | string literal",
        "json_value(o.id, '$.x') = 'x' | expected a path to a document"
      })
  void a_path_that_is_not_there_is_refused_with_the_nearest(String condition, String hint) {
    var refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> list("select o.id from Item o where " + condition, Integer.class));
    assertTrue(refused.toString().contains(hint), refused::toString);
  }

  @Entity(name = "Wrong")
  static class Wrong {
    @Id int id;

    @StoredAs(Jsonb.class)
    @PathIndex(path = "stret")
    Address address;
  }

  @Test
  void an_index_of_a_path_that_is_not_there_is_refused() {
    var unit =
        new PersistenceConfiguration("wrong")
            .provider("io.tiercel.jpa.TiercelPersistenceProvider")
            .property("jakarta.persistence.jdbc.url", database.jdbcUrl())
            .property("jakarta.persistence.schema-generation.database.action", "create")
            .managedClass(Wrong.class);
    var refused = assertThrows(RuntimeException.class, unit::createEntityManagerFactory);
    assertTrue(refused.toString().contains("street"), refused::toString);
  }
}
