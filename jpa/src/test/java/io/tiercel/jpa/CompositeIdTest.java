package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ids of several columns: embedded ones and id classes, as classes and as records (Jakarta
/// Persistence 3.2, section 2.4).
@NullUnmarked // a null where none is expected fails the test by itself
class CompositeIdTest {
  @Embeddable
  static class PriceKey {
    Integer number;

    @Column(columnDefinition = "char(3)")
    String currency;

    Float factor;

    protected PriceKey() {}

    PriceKey(Integer number, String currency, Float factor) {
      this.number = number;
      this.currency = currency;
      this.factor = factor;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof PriceKey that
          && Objects.equals(number, that.number)
          && Objects.equals(currency, that.currency)
          && Objects.equals(factor, that.factor);
    }

    @Override
    public int hashCode() {
      return Objects.hash(number, currency, factor);
    }
  }

  @Entity(name = "Price")
  static class Price {
    @EmbeddedId
    @AttributeOverride(
        name = "factor",
        column = @Column(name = "multiplier", columnDefinition = "numeric"))
    PriceKey id;

    @Version int version;
    BigDecimal amount;
    @ManyToOne Shop shop;

    protected Price() {}

    Price(int number, String amount) {
      id = new PriceKey(number, "EUR", 1.5f);
      this.amount = new BigDecimal(amount);
    }

    PriceKey getId() {
      return id;
    }

    BigDecimal amount() {
      return amount;
    }
  }

  @Entity(name = "Shop")
  static class Shop {
    @Id int id;
    String name;
  }

  @Embeddable
  record SeatKey(Row row, int seat) {}

  @Embeddable
  record Row(String hall, int number) {}

  /// Without a version, and with a record in a record.
  @Entity(name = "Seat")
  static class Seat {
    @EmbeddedId SeatKey key;
    String guest;

    protected Seat() {}

    Seat(String hall, int row, int seat) {
      key = new SeatKey(new Row(hall, row), seat);
    }
  }

  static class CourseId {
    private UUID school;
    private int number;

    public CourseId() {}

    CourseId(UUID school, int number) {
      this.school = school;
      this.number = number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof CourseId that && number == that.number && school.equals(that.school);
    }

    @Override
    public int hashCode() {
      return Objects.hash(school, number);
    }
  }

  @Entity(name = "Course")
  @IdClass(CourseId.class)
  static class Course {
    @Id UUID school;
    String title;

    @Id
    @Column(name = "course_number")
    int number;

    @Version Long version;

    protected Course() {}

    Course(UUID school, int number) {
      this.school = school;
      this.number = number;
    }
  }

  record LabelId(String language, BigDecimal number) {}

  @Entity(name = "Label")
  @IdClass(LabelId.class)
  @Table(name = "labels")
  static class Label {
    private String language;
    private BigDecimal number;
    private String text;

    @Id
    public String getLanguage() {
      return language;
    }

    public void setLanguage(String language) {
      this.language = language;
    }

    @Id
    public BigDecimal getNumber() {
      return number;
    }

    public void setNumber(BigDecimal number) {
      this.number = number;
    }

    public String getText() {
      return text;
    }

    public void setText(String text) {
      this.text = text;
    }
  }

  private static final UUID SCHOOL = new UUID(1, 2);

  private TestDatabase database;
  private EntityManagerFactory factory;

  @BeforeEach
  void open() {
    database = TestServer.v18().newDatabase();
    factory = factory(database);
  }

  @AfterEach
  void close() {
    factory.close();
    database.close();
  }

  private static EntityManagerFactory factory(TestDatabase database, Class<?>... others) {
    var unit =
        new PersistenceConfiguration("composite")
            .provider(TiercelPersistenceProvider.class.getName())
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create");
    List.of(Price.class, Shop.class, Seat.class, Row.class, Course.class, Label.class)
        .forEach(unit::managedClass);
    List.of(others).forEach(unit::managedClass);
    return unit.createEntityManagerFactory();
  }

  /// One row is an INSERT, some are arrays, many a COPY; and updates and deletes likewise.
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 250})
  void rows_are_written_read_changed_and_deleted(int rows) {
    roundTrip(factory, rows);
  }

  @EveryPostgres
  void every_server_does(TestServer server) {
    try (TestDatabase other = server.newDatabase();
        EntityManagerFactory ofOther = factory(other)) {
      roundTrip(ofOther, 3);
    }
  }

  private static void roundTrip(EntityManagerFactory in, int rows) {
    in.runInTransaction(
        manager -> {
          for (int i = 0; i < rows; i++) {
            manager.persist(new Price(i, "10"));
            manager.persist(new Seat("A", i, 7));
            manager.persist(new Course(SCHOOL, i));
            manager.persist(label(i));
          }
        });
    in.runInTransaction(
        manager -> {
          for (int i = 0; i < rows; i++) {
            manager.find(Price.class, priceKey(i)).amount = new BigDecimal("11");
            manager.find(Seat.class, new SeatKey(new Row("A", i), 7)).guest = "guest " + i;
            manager.find(Course.class, new CourseId(SCHOOL, i)).title = "title " + i;
            manager.find(Label.class, labelId(i)).setText("text " + i);
          }
        });
    in.runInTransaction(
        manager -> {
          for (int i = 0; i < rows; i++) {
            Price price = manager.find(Price.class, priceKey(i));
            Seat seat = manager.find(Seat.class, new SeatKey(new Row("A", i), 7));
            Course course = manager.find(Course.class, new CourseId(SCHOOL, i));
            Label label = manager.find(Label.class, labelId(i));
            assertEquals(0, new BigDecimal("11").compareTo(price.amount));
            assertEquals(1, price.version);
            assertEquals("guest " + i, seat.guest);
            assertEquals("title " + i, course.title);
            assertEquals(1L, course.version);
            assertEquals("text " + i, label.getText());
            List.of(price, seat, course, label).forEach(manager::remove);
          }
        });
    in.runInTransaction(
        manager -> {
          for (String entity : List.of("Price", "Seat", "Course", "Label")) {
            assertEquals(
                0L,
                manager
                    .createQuery("select count(e) from %s e".formatted(entity), Long.class)
                    .getSingleResult(),
                entity);
          }
        });
  }

  private static PriceKey priceKey(int number) {
    return new PriceKey(number, "EUR", 1.5f);
  }

  private static Label label(int number) {
    Label label = new Label();
    label.setLanguage("en");
    label.setNumber(new BigDecimal(number + ".50"));
    return label;
  }

  private static LabelId labelId(int number) {
    return new LabelId("en", new BigDecimal(number + ".5"));
  }

  @Test
  void the_instance_of_an_id_is_one() {
    factory.runInTransaction(
        manager -> {
          Price price = new Price(1, "1");
          Label label = label(1);
          manager.persist(price);
          manager.persist(label);
          assertSame(price, manager.find(Price.class, priceKey(1)));
          assertSame(label, manager.find(Label.class, labelId(1)));
          manager.flush();
          assertSame(price, manager.createQuery("from Price p", Price.class).getSingleResult());
          assertSame(label, manager.createQuery("from Label l", Label.class).getSingleResult());
        });
  }

  /// PostgreSQL fills a char(n) up with blanks.
  @Test
  void blanks_at_the_end_of_a_padded_part_do_not_count() {
    factory.runInTransaction(
        manager -> {
          Price price = new Price(1, "1");
          price.id = new PriceKey(1, "X", 1.5f);
          manager.persist(price);
        });
    factory.runInTransaction(
        manager -> {
          Price price = manager.find(Price.class, new PriceKey(1, "X  ", 1.5f));
          assertSame(price, manager.find(Price.class, new PriceKey(1, "X", 1.5f)));
          assertEquals("X", price.id.currency);
        });
  }

  @Test
  void identifiers_are_what_find_takes() {
    var util = factory.getPersistenceUnitUtil();
    factory.runInTransaction(
        manager -> {
          Course course = new Course(SCHOOL, 3);
          Label label = label(3);
          assertEquals(new CourseId(SCHOOL, 3), util.getIdentifier(course));
          assertEquals(new LabelId("en", label.getNumber()), util.getIdentifier(label));
          assertEquals(priceKey(4), util.getIdentifier(new Price(4, "1")));
          assertNull(util.getIdentifier(new Label()));
        });
  }

  @Test
  void a_reference_is_lazy_and_knows_its_id() {
    factory.runInTransaction(
        manager -> {
          manager.persist(new Price(1, "1"));
          manager.persist(new Price(2, "2"));
          manager.persist(new Course(SCHOOL, 1));
        });
    factory.runInTransaction(
        manager -> {
          Price one = manager.getReference(Price.class, priceKey(1));
          assertInstanceOf(LazyInstance.class, one);
          assertEquals(priceKey(1), one.getId());
          assertNotNull(((LazyInstance) one).tiercelLoader(), "the id does not load");
          assertEquals(0, BigDecimal.ONE.compareTo(one.amount()));
          Course course = manager.getReference(Course.class, new CourseId(SCHOOL, 1));
          assertEquals(1, course.number);
          assertNotNull(assertInstanceOf(LazyInstance.class, course).tiercelLoader());
        });
  }

  @Test
  void lazy_references_are_read_together() {
    factory.runInTransaction(
        manager -> {
          for (int i = 0; i < 70; i++) {
            manager.persist(new Price(i, "" + i));
          }
        });
    factory.runInTransaction(
        manager -> {
          for (int i = 0; i < 70; i++) {
            Price price = manager.getReference(Price.class, priceKey(i));
            assertEquals(0, new BigDecimal(i).compareTo(price.amount()));
          }
        });
  }

  @Test
  void a_stale_row_among_many_is_named() {
    factory.runInTransaction(
        manager -> {
          for (int i = 0; i < 5; i++) {
            manager.persist(new Course(SCHOOL, i));
          }
        });
    var manager = factory.createEntityManager();
    manager.getTransaction().begin();
    for (int i = 0; i < 5; i++) {
      manager.find(Course.class, new CourseId(SCHOOL, i)).title = "late";
    }
    factory.runInTransaction(
        other -> other.find(Course.class, new CourseId(SCHOOL, 3)).title = "early");
    var failure = assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
    var cause = assertInstanceOf(OptimisticLockException.class, failure.getCause());
    assertTrue(cause.getMessage().contains("Course#(" + SCHOOL + ", 3)"), cause.getMessage());
    manager.close();
  }

  @Test
  void merge_refresh_and_locks_follow_the_id() {
    factory.runInTransaction(manager -> manager.persist(new Course(SCHOOL, 1)));
    Course detached =
        factory.callInTransaction(manager -> manager.find(Course.class, new CourseId(SCHOOL, 1)));
    detached.title = "merged";
    factory.runInTransaction(
        manager -> {
          Course managed = manager.merge(detached);
          assertEquals("merged", managed.title);
          manager.merge(new Course(SCHOOL, 2));
        });
    factory.runInTransaction(
        manager -> {
          Course course =
              manager.find(Course.class, new CourseId(SCHOOL, 1), LockModeType.PESSIMISTIC_WRITE);
          assertEquals("merged", course.title);
          course.title = "forgotten";
          manager.refresh(course);
          assertEquals("merged", course.title);
          Course second = manager.find(Course.class, new CourseId(SCHOOL, 2));
          manager.lock(second, LockModeType.PESSIMISTIC_READ);
          manager.lock(second, LockModeType.OPTIMISTIC);
        });
  }

  /// Rows of one table that several statements change are locked beforehand, by their keys.
  @Test
  void several_statements_of_a_flush_reach_their_rows() {
    factory.runInTransaction(
        manager -> {
          for (int i = 0; i < 4; i++) {
            manager.persist(new Price(i, "1"));
          }
          Shop shop = new Shop();
          shop.id = 1;
          manager.persist(shop);
        });
    factory.runInTransaction(
        manager -> {
          manager.find(Price.class, priceKey(0)).amount = BigDecimal.TWO;
          manager.find(Price.class, priceKey(1)).shop = manager.find(Shop.class, 1);
          manager.remove(manager.find(Price.class, priceKey(2)));
        });
    factory.runInTransaction(
        manager -> {
          assertEquals(0, BigDecimal.TWO.compareTo(manager.find(Price.class, priceKey(0)).amount));
          assertEquals(1, manager.find(Price.class, priceKey(1)).shop.id);
          assertNull(manager.find(Price.class, priceKey(2)));
        });
  }

  @Test
  void queries_reach_the_parts() {
    factory.runInTransaction(
        manager -> {
          manager.persist(new Price(1, "1"));
          manager.persist(new Price(2, "2"));
          manager.persist(new Seat("B", 2, 3));
          manager.persist(new Course(SCHOOL, 5));
        });
    factory.runInTransaction(
        manager -> {
          assertEquals(
              List.of(2),
              manager
                  .createQuery(
                      "select p.id.number from Price p where p.id.number > 1", Integer.class)
                  .getResultList());
          assertEquals(
              "B",
              manager
                  .createQuery(
                      "select s.key.row.hall from Seat s where id(s).seat = 3", String.class)
                  .getSingleResult());
          assertEquals(
              5,
              manager
                  .createQuery("from Course c where c.number = :n", Course.class)
                  .setParameter("n", 5)
                  .getSingleResult()
                  .number);
          assertEquals(
              2L,
              manager
                  .createQuery("select count(distinct p) from Price p", Long.class)
                  .getSingleResult());
          assertEquals(
              2,
              manager
                  .createQuery("select p, count(p) from Price p group by p", Object[].class)
                  .getResultList()
                  .size());
        });
  }

  @Test
  void an_id_with_a_missing_part_is_refused() {
    var find =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                factory.runInTransaction(
                    manager -> manager.find(Price.class, new PriceKey(1, null, 1.5f))));
    assertTrue(find.getMessage().contains("a part of the id of Price is null"), find.getMessage());
    var persist =
        assertThrows(
            PersistenceException.class,
            () -> factory.runInTransaction(manager -> manager.persist(new Label())));
    assertTrue(persist.getMessage().contains("Label.language, number"), persist.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> factory.runInTransaction(manager -> manager.find(Price.class, 1)));
  }

  @Test
  void the_key_of_the_table_has_all_columns() {
    assertEquals(
        List.of("number,currency,multiplier"),
        factory.callInTransaction(
            manager ->
                manager
                    .createNativeQuery(
                        """
                        select string_agg(a.attname, ',' order by array_position(c.conkey, a.attnum))
                        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid
                        where c.contype = 'p' and c.conrelid = 'price'::regclass
                        and a.attnum = any(c.conkey)\
                        """,
                        String.class)
                    .getResultList()));
  }
}
