package io.tiercel.jpa.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.CheckConstraint;
import jakarta.persistence.Column;
import jakarta.persistence.ConstraintMode;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.ForeignKey;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// The entities are only read by reflection.
@SuppressWarnings({"NullAway.Init", "unused", "UnusedVariable"})
class SchemaGeneratorTest {
  @Entity
  static class Customer {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    long id;

    @Version int version;

    @Column(unique = true, nullable = false, length = 80)
    String mail;

    Address address;

    @OneToMany(mappedBy = "customer")
    List<Order> orders;

    @ManyToMany
    @JoinTable(
        name = "customer_group",
        joinColumns = @JoinColumn(name = "customer_id"),
        inverseJoinColumns = @JoinColumn(name = "group"),
        indexes = @Index(columnList = "group, customer_id"))
    Set<Group> groups;

    @ManyToOne Customer referrer;
  }

  @Embeddable
  record Address(String street, @Column(name = "\"Zip\"") String zip) {}

  @Entity
  static class Group {
    @Id String name;

    @ManyToMany(mappedBy = "groups")
    List<Customer> members;
  }

  @Entity
  @Table(
      name = "orders",
      schema = "shop",
      uniqueConstraints = @UniqueConstraint(columnNames = {"number", "customer_id"}),
      indexes = @Index(name = "by_day", columnList = "day desc, number"))
  static class Order {
    @Id
    @GeneratedValue
    @SequenceGenerator(name = "order_numbers", allocationSize = 20, initialValue = 1000)
    long id;

    int number;
    LocalDate day;

    @ManyToOne(optional = false)
    Customer customer;

    @OneToOne Card card;

    @OneToMany
    @JoinColumn(name = "order_id", nullable = false)
    List<Line> lines;

    @OneToMany Set<Line> gifts;
  }

  @Entity
  static class Card {
    @Id UUID id;

    @ManyToOne
    @JoinColumn(foreignKey = @ForeignKey(ConstraintMode.NO_CONSTRAINT))
    Group favourite;
  }

  @Entity
  static class Line {
    @Id @GeneratedValue Long id;
    BigDecimal price;
    BigInteger big;
    float single;
    double twice;
    boolean flag;
    short small;
    Instant moment;
    LocalDateTime local;
    LocalTime time;
    OffsetTime zoned;
    Duration span;
    byte[] bytes;

    @Column(columnDefinition = "text collate \"C\" default 'x'")
    String text;
  }

  private static final UnitMapping SHOP =
      new UnitMapping(List.of(Customer.class, Group.class, Order.class, Card.class, Line.class));

  private static final SchemaGenerator GENERATOR = new SchemaGenerator(SHOP, true);

  private static List<String> column(TestDatabase database, String query) throws SQLException {
    List<String> values = new ArrayList<>();
    try (var connection = database.connect();
        var statement = connection.createStatement();
        var result = statement.executeQuery(query)) {
      while (result.next()) {
        values.add(result.getString(1));
      }
    }
    return values;
  }

  private static void execute(TestDatabase database, List<String> statements) {
    database.execute(statements.toArray(String[]::new));
  }

  private static List<String> relations(TestDatabase database) throws SQLException {
    return column(
        database,
        "select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = relnamespace"
            + " where nspname in ('public', 'shop') and relkind in ('r', 'S', 'i') order by 1");
  }

  @EveryPostgres
  void the_server_takes_what_is_created_and_nothing_is_left_after_the_drop(TestServer server)
      throws SQLException {
    try (TestDatabase database = server.newDatabase()) {
      assertEquals(List.of("create schema if not exists shop"), GENERATOR.createSchemas());
      execute(database, GENERATOR.createSchemas());
      execute(database, GENERATOR.drop());
      execute(database, GENERATOR.create());
      execute(database, List.of(GENERATOR.truncate()));
      execute(database, GENERATOR.drop());
      assertEquals(List.of(), relations(database));
    }
  }

  @Test
  void foreign_keys_are_indexed_once_unless_something_else_does_it() throws SQLException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      execute(database, GENERATOR.createSchemas());
      execute(database, GENERATOR.create());
      assertEquals(
          List.of(
              "card_favourite_name_idx",
              "customer_group_group_customer_id_idx",
              "customer_referrer_id_idx",
              "line_order_id_idx",
              "shop.by_day",
              "shop.orders_customer_id_idx"),
          column(
              database,
              "select indexrelid::regclass::text from pg_index join pg_class c on c.oid = indrelid"
                  + " where not indisunique and relnamespace in"
                  + " ('public'::regnamespace, 'shop'::regnamespace) order by 1"));
    }
  }

  @Test
  void constraints_have_the_names_and_columns_that_annotations_ask_for() throws SQLException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      execute(database, GENERATOR.createSchemas());
      execute(database, GENERATOR.create());
      assertEquals(
          List.of(
              "customer_group_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id)",
              "customer_group_group_fkey FOREIGN KEY (\"group\") REFERENCES \"group\"(name)",
              "customer_group_pkey PRIMARY KEY (customer_id, \"group\")",
              "customer_mail_key UNIQUE (mail)",
              "customer_pkey PRIMARY KEY (id)",
              "customer_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES customer(id)"),
          column(
              database,
              "select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint"
                  + " where conrelid in ('customer'::regclass, 'customer_group'::regclass)"
                  + " and contype <> 'n' order by 1"));
      assertEquals(
          List.of("orders_card_id_key", "orders_number_customer_id_key"),
          column(
              database,
              "select conname from pg_constraint where conrelid = 'shop.orders'::regclass"
                  + " and contype = 'u' order by 1"));
    }
  }

  @Test
  void columns_have_their_types_and_nullness() throws SQLException {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      execute(database, GENERATOR.createSchemas());
      execute(database, GENERATOR.create());
      assertEquals(
          List.of(
              "id bigint not null",
              "price numeric",
              "big numeric(38,0)",
              "single real not null",
              "twice double precision not null",
              "flag boolean not null",
              "small smallint not null",
              "moment timestamp with time zone",
              "local timestamp without time zone",
              "time time without time zone",
              "zoned time with time zone",
              "span interval second",
              "bytes bytea",
              "text text",
              "order_id bigint not null"),
          column(
              database,
              "select attname || ' ' || format_type(atttypid, atttypmod)"
                  + " || case when attnotnull then ' not null' else '' end from pg_attribute"
                  + " where attrelid = 'line'::regclass and attnum > 0 order by attnum"));
      assertEquals(
          List.of("id d"),
          column(
              database,
              "select attname || ' ' || attidentity::text from pg_attribute"
                  + " where attrelid = 'customer'::regclass and attidentity <> ''"));
      assertEquals(
          List.of("line_seq 1 50", "order_numbers 1000 20"),
          column(
              database,
              "select sequencename || ' ' || start_value || ' ' || increment_by from pg_sequences"
                  + " where sequencename <> 'customer_id_seq' order by 1"));
    }
  }

  @Test
  void the_statements_read_well_and_each_is_one_line() {
    List<String> create = GENERATOR.create();
    assertEquals(
        "create table customer (id bigint generated by default as identity, version integer not"
            + " null, mail varchar(80) not null, street varchar(255), \"Zip\" varchar(255),"
            + " referrer_id bigint, primary key (id))",
        create.get(2));
    assertTrue(create.stream().noneMatch(sql -> sql.contains("\n") || sql.endsWith(";")));
  }

  @Test
  void indexes_of_foreign_keys_can_be_turned_off() {
    List<String> without = new SchemaGenerator(SHOP, false).create();
    assertEquals(
        List.of(
            "create index by_day on shop.orders (day desc, number)",
            "create index customer_group_group_customer_id_idx on customer_group (\"group\","
                + " customer_id)"),
        without.stream().filter(sql -> sql.startsWith("create index")).toList());
  }

  @Entity
  @Table(
      name = "extra",
      comment = "the table's\ncomment",
      check = @CheckConstraint(name = "Sane", constraint = "low <= high"),
      options = "with (fillfactor = 70)",
      indexes = @Index(columnList = "low", options = "where low > 0"))
  static class Extra {
    @Id
    @GeneratedValue
    @SequenceGenerator(options = "cache 10")
    long id;

    @Column(check = @CheckConstraint(constraint = "low > -5"), comment = "from here")
    int low;

    @Column(options = "default 7")
    int high;
  }

  @Test
  void checks_options_and_comments_are_written() throws SQLException {
    var generator = new SchemaGenerator(new UnitMapping(List.of(Extra.class)), true);
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      execute(database, generator.create());
      assertEquals(
          List.of(
              "CHECK ((low <= high))",
              "CHECK ((low > '-5'::integer))",
              "CREATE INDEX extra_low_idx ON public.extra USING btree (low) WHERE (low > 0)",
              "from here",
              "the table's comment",
              "{fillfactor=70}"),
          column(
                  database,
                  "select pg_get_constraintdef(oid) from pg_constraint where contype = 'c' and"
                      + " conrelid = 'extra'::regclass union all select indexdef from pg_indexes"
                      + " where indexname = 'extra_low_idx' union all select description from"
                      + " pg_description where objoid = 'extra'::regclass union all select"
                      + " reloptions::text from pg_class where relname = 'extra'")
              .stream()
              .sorted()
              .toList());
      database.execute("insert into extra (id, low) values (1, 2)");
    }
  }

  @Entity
  @SecondaryTable(
      name = "extra_text",
      pkJoinColumns = @PrimaryKeyJoinColumn(name = "extra"),
      foreignKey = @ForeignKey(name = "to_part", options = "on delete cascade"),
      uniqueConstraints =
          @UniqueConstraint(
              name = "one_title",
              columnNames = {"title", "language"},
              options = "deferrable"),
      indexes = @Index(columnList = "title desc", options = "where title <> ''"),
      check = @CheckConstraint(name = "said", constraint = "title is not null or language = ''"),
      comment = "texts",
      options = "with (fillfactor = 70)")
  static class Part {
    @Id long id;

    @Column(table = "extra_text", check = @CheckConstraint(constraint = "title <> 'none'"))
    String title;

    @Column(table = "extra_text", comment = "ISO 639", options = "default ''")
    String language;
  }

  @Test
  void a_secondary_table_has_all_that_its_annotations_say() throws SQLException {
    var generator = new SchemaGenerator(new UnitMapping(List.of(Part.class)), true);
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      execute(database, generator.create());
      assertEquals(
          List.of(
              "CHECK (((title IS NOT NULL) OR ((language)::text = ''::text)))",
              "CHECK (((title)::text <> 'none'::text))",
              "CREATE INDEX extra_text_title_idx ON public.extra_text USING btree (title DESC)"
                  + " WHERE ((title)::text <> ''::text)",
              "FOREIGN KEY (extra) REFERENCES part(id) ON DELETE CASCADE",
              "ISO 639",
              "PRIMARY KEY (extra)",
              "UNIQUE (title, language) DEFERRABLE",
              "texts",
              "{fillfactor=70}"),
          column(
                  database,
                  "select pg_get_constraintdef(oid) from pg_constraint where contype <> 'n' and"
                      + " conrelid = 'extra_text'::regclass union all select indexdef from"
                      + " pg_indexes where indexname = 'extra_text_title_idx' union all select"
                      + " description from pg_description where objoid = 'extra_text'::regclass"
                      + " union all select reloptions::text from pg_class where relname ="
                      + " 'extra_text'")
              .stream()
              .sorted()
              .toList());
      assertEquals(
          List.of("one_title", "said", "to_part"),
          column(
              database,
              "select conname from pg_constraint where conname in ('one_title', 'said', 'to_part')"
                  + " order by 1"));
    }
  }

  @Test
  void names_too_long_for_the_server_stay_apart() {
    String table = "a_table_with_quite_a_long_name_indeed";
    String first = ObjectNames.of(table, List.of("a_column_with_a_long_name", "one"), "fkey");
    String second = ObjectNames.of(table, List.of("a_column_with_a_long_name", "two"), "fkey");
    assertEquals(63, first.length());
    assertTrue(!first.equals(second) && first.endsWith("_fkey"), first + " " + second);
  }

  @Entity
  static class OtherIncrement {
    @Id
    @GeneratedValue
    @SequenceGenerator(name = "order_numbers", schema = "shop", allocationSize = 30)
    long id;
  }

  @Test
  void a_sequence_with_two_increments_is_refused() {
    var unit = new UnitMapping(List.of(OtherIncrement.class, SecondIncrement.class));
    String message =
        assertThrows(MappingException.class, () -> new SchemaGenerator(unit, true)).getMessage();
    assertNotNull(message);
    assertTrue(message.contains("shop.order_numbers has allocationSize 40"), message);
  }

  @Entity
  static class SecondIncrement {
    @Id
    @GeneratedValue
    @SequenceGenerator(name = "order_numbers", schema = "shop", allocationSize = 40)
    long id;
  }

  @Test
  void a_script_has_one_statement_a_line_in_a_writer_or_a_file(@TempDir Path directory)
      throws Exception {
    var writer = new StringWriter();
    SchemaScript.write(writer, List.of("select 1", "select 2"));
    assertEquals("select 1;\nselect 2;\n", writer.toString());
    Path file = directory.resolve("create.sql");
    SchemaScript.write(file.toUri().toString(), List.of("select 1"));
    SchemaScript.write(file.toString(), List.of("select 3"));
    assertEquals("select 3;\n", Files.readString(file));
  }

  @Test
  void an_empty_unit_has_nothing_to_create() {
    var empty = new SchemaGenerator(new UnitMapping(List.of()), true);
    assertEquals(List.of(), empty.create());
    assertEquals("select", empty.truncate());
  }
}
