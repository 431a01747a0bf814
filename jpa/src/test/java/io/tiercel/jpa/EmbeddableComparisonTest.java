package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.TypedQuery;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;

/// Conditions on embeddables as a whole, which the specification has not.
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NullUnmarked // a null where none is expected fails the test by itself
class EmbeddableComparisonTest {
  enum Zone {
    INNER,
    OUTER
  }

  @Embeddable
  record Place(String city, String street, @Enumerated(EnumType.STRING) Zone zone) {}

  @Embeddable
  static class Weight {
    @Column(nullable = false)
    int grams;

    Weight() {}

    Weight(int grams) {
      this.grams = grams;
    }
  }

  @Embeddable
  record Key(int shelf, int position) {}

  @Entity(name = "Parcel")
  static class Parcel {
    @Id int id;

    Place source;

    @Embedded
    @AttributeOverride(name = "city", column = @Column(name = "to_city"))
    @AttributeOverride(name = "street", column = @Column(name = "to_street"))
    @AttributeOverride(name = "zone", column = @Column(name = "to_zone"))
    Place target;

    Weight weight = new Weight(1);

    Parcel() {}

    Parcel(int id, Place source, Place target) {
      this.id = id;
      this.source = source;
      this.target = target;
    }
  }

  @Entity(name = "Box")
  static class Box {
    @EmbeddedId Key key;

    Box() {}

    Box(Key key) {
      this.key = key;
    }
  }

  private static final Place LUND = new Place("Lund", "Kyrkogatan", Zone.INNER);
  private static final Place PARIS = new Place("Paris", null, Zone.OUTER);

  @Parameter TestServer server;
  private TestUnit unit;

  @BeforeParameterizedClassInvocation
  void open(TestServer server) {
    unit = TestUnit.on(server, Parcel.class, Box.class);
    unit.inTransaction(
        manager -> {
          manager.persist(new Parcel(1, LUND, PARIS));
          manager.persist(new Parcel(2, PARIS, PARIS));
          manager.persist(new Parcel(3, null, LUND));
          manager.persist(new Parcel(4, null, null));
          manager.persist(new Box(new Key(1, 1)));
          manager.persist(new Box(new Key(1, 2)));
        });
  }

  @AfterParameterizedClassInvocation
  void close() {
    unit.close();
  }

  private List<Integer> parcels(String condition, Object... arguments) {
    return unit.query(
        manager -> {
          TypedQuery<Integer> query =
              manager.createQuery(
                  "select p.id from Parcel p where " + condition + " order by p.id", Integer.class);
          for (int i = 0; i < arguments.length; i++) {
            query.setParameter(i + 1, arguments[i]);
          }
          return query.getResultList();
        });
  }

  @Test
  void an_embeddable_equals_one_with_the_same_attributes() {
    assertEquals(List.of(1), parcels("p.source = ?1", LUND));
    assertEquals(List.of(1), parcels("?1 = p.source", LUND));
    assertEquals(List.of(), parcels("p.source = ?1", new Place("Lund", null, Zone.INNER)));
    assertEquals(List.of(1, 2, 3, 4), parcels("p.weight = ?1", new Weight(1)));
    assertEquals(List.of(), parcels("p.weight <> ?1", new Weight(1)));
  }

  @Test
  void one_attribute_that_is_null_equals_another() {
    assertEquals(List.of(2), parcels("p.source = ?1", PARIS));
    assertEquals(List.of(2), parcels("p.source = p.target"));
    assertEquals(List.of(1), parcels("p.source <> ?1", PARIS));
    assertEquals(List.of(1), parcels("p.source <> p.target"));
  }

  @Test
  void an_embeddable_that_is_null_neither_equals_nor_differs() {
    assertEquals(List.of(), parcels("p.source = ?1", (Object) null));
    assertEquals(List.of(), parcels("p.source <> ?1", (Object) null));
    assertEquals(List.of(), parcels("p.source = ?1", new Place(null, null, null)));
    assertEquals(List.of(3, 4), parcels("p.source is null"));
    assertEquals(List.of(1, 2), parcels("p.source is not null"));
  }

  @Test
  void an_embeddable_is_one_of_several() {
    assertEquals(List.of(1, 2), parcels("p.source in (?1, ?2)", LUND, PARIS));
    assertEquals(List.of(2), parcels("p.source not in (?1)", List.of(LUND)));
    assertEquals(List.of(1, 2), parcels("p.source in ?1", List.of(LUND, PARIS)));
    assertEquals(List.of(2), parcels("p.source in ?1", Arrays.asList(null, PARIS)));
    assertEquals(List.of(1), parcels("p.source not in ?1", List.of(PARIS)));
    assertEquals(List.of(), parcels("p.source in ?1", List.of()));
    assertEquals(List.of(1, 2), parcels("p.target in (p.source, ?1)", PARIS));
  }

  @Test
  void an_embedded_id_is_compared_as_well() {
    List<Box> found =
        unit.query(
            manager ->
                manager
                    .createQuery("from Box where key in :keys", Box.class)
                    .setParameter("keys", List.of(new Key(1, 2), new Key(2, 2)))
                    .getResultList());
    assertEquals(List.of(new Key(1, 2)), found.stream().map(box -> box.key).toList());
  }

  @Test
  void criteria_compare_embeddables() {
    List<Integer> found =
        unit.query(
            manager -> {
              var builder = manager.getCriteriaBuilder();
              var query = builder.createQuery(Integer.class);
              var parcel = query.from(Parcel.class);
              query.select(parcel.get("id")).where(builder.equal(parcel.get("source"), LUND));
              return manager.createQuery(query).getResultList();
            });
    assertEquals(List.of(1), found);
  }

  @Test
  void an_index_over_its_columns_serves_a_comparison() {
    unit.sql("create index on parcel (street, zone, city)");
    List<?> plan =
        unit.query(
            manager -> {
              manager.createNativeQuery("set local enable_seqscan = off").executeUpdate();
              return manager
                  .createNativeQuery(
                      "explain select 1 from parcel where (street = ?1 or street is null and ?1 is"
                          + " null)")
                  .setParameter(1, "Kyrkogatan")
                  .getResultList();
            });
    assertTrue(plan.toString().contains("Index Cond: "), plan.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "p.source < p.target ~ embeddables are compared by = and <> only",
        "p.source = p.weight ~ cannot compare embeddable Place with embeddable Weight",
        "p.source = 'Lund' ~ embeddable Place is compared with a path or a parameter only",
        "p.source = any (select q.target from Parcel q) ~ an embeddable as a value is not"
            + " supported",
      })
  void what_cannot_be_compared_is_refused_with_its_place(String condition, String problem) {
    var error = assertThrows(IllegalArgumentException.class, () -> parcels(condition));
    assertTrue(error.getMessage().contains(problem), error.getMessage());
    assertTrue(error.getMessage().contains("line 1, column "), error.getMessage());
  }

  @Test
  void an_argument_of_another_class_is_refused() {
    var error =
        assertThrows(IllegalArgumentException.class, () -> parcels("p.source = ?1", new Weight(1)));
    assertTrue(error.getMessage().contains("Place"), error.getMessage());
  }
}
