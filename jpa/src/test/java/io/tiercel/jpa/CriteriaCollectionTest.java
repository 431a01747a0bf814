package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Join;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.ListJoin;
import jakarta.persistence.criteria.MapJoin;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.criteria.Subquery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Joins and selections of collections of values, of positions and of map keys (Jakarta Persistence
/// 3.2, sections 6.5.3 and 6.5.11).
@SuppressWarnings("deprecation") // multiselect is what most applications use
@NullUnmarked // a null where none is expected fails the test by itself
class CriteriaCollectionTest {

  @Embeddable
  record Stop(String town, int nights) {}

  @SuppressWarnings("UnusedVariable") // queries read the fields
  @Entity(name = "Trip")
  static class Trip {
    @Id private int id;
    @ElementCollection @OrderColumn private List<String> days = new ArrayList<>();
    @ElementCollection private Map<String, Integer> costs = new HashMap<>();
    @ElementCollection private Set<Stop> stops = new HashSet<>();

    Trip() {}

    Trip(int id) {
      this.id = id;
    }
  }

  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @BeforeAll
  static void fill() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("trips")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Trip.class)
            .managedClass(Stop.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .createEntityManagerFactory();
    factory.runInTransaction(
        manager -> {
          Trip trip = new Trip(1);
          trip.days.addAll(List.of("museum", "beach"));
          trip.costs.putAll(Map.of("food", 30, "bus", 12));
          trip.stops.add(new Stop("Delft", 2));
          manager.persist(trip);
          manager.persist(new Trip(2));
        });
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  private static void run(BiConsumer<EntityManager, CriteriaBuilder> work) {
    factory.runInTransaction(manager -> work.accept(manager, manager.getCriteriaBuilder()));
  }

  @Test
  void a_map_is_joined_with_its_keys_and_values() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Tuple> query = builder.createTupleQuery();
          Root<Trip> trip = query.from(Trip.class);
          MapJoin<Trip, String, Integer> cost = trip.joinMap("costs");
          query.multiselect(cost.key(), cost.value()).where(builder.gt(cost, 10));
          query.orderBy(builder.asc(cost.key()));
          List<Tuple> rows = manager.createQuery(query).getResultList();
          assertEquals(List.of("bus", 12), List.of(rows.get(0).toArray()));
          assertEquals(List.of("food", 30), List.of(rows.get(1).toArray()));
          assertEquals(String.class, cost.key().getJavaType());
          assertEquals(Integer.class, cost.value().getJavaType());
        });
  }

  @Test
  void the_entry_of_a_map_is_selected() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Object> query = builder.createQuery();
          MapJoin<Trip, String, Integer> cost = query.from(Trip.class).joinMap("costs");
          query.select(cost.entry()).where(builder.equal(cost.key(), "bus"));
          assertEquals(Map.entry("bus", 12), manager.createQuery(query).getSingleResult());
        });
  }

  @Test
  void a_list_is_joined_with_its_positions() {
    run(
        (manager, builder) -> {
          CriteriaQuery<String> query = builder.createQuery(String.class);
          ListJoin<Trip, String> day = query.from(Trip.class).joinList("days");
          query.select(day).where(builder.equal(day.index(), 1));
          assertEquals("beach", manager.createQuery(query).getSingleResult());
        });
  }

  @Test
  void an_embeddable_element_is_followed() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          Join<Trip, Stop> stop = query.from(Trip.class).joinSet("stops");
          query.select(stop.get("nights")).where(builder.equal(stop.get("town"), "Delft"));
          assertEquals(2, manager.createQuery(query).getSingleResult());
        });
  }

  @Test
  void a_selected_collection_gives_its_elements() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Object> query = builder.createQuery();
          Root<Trip> trip = query.from(Trip.class);
          query.where(builder.equal(trip.get("id"), 1));
          query.select(trip.get("days"));
          assertEquals(
              Set.of("museum", "beach"), Set.copyOf(manager.createQuery(query).getResultList()));
          query.select(trip.get(trip.getModel().getMap("costs", String.class, Integer.class)));
          assertEquals(Set.of(30, 12), Set.copyOf(manager.createQuery(query).getResultList()));
        });
  }

  @Test
  void selected_collections_are_joined_and_leave_out_who_has_none() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Tuple> query = builder.createTupleQuery();
          Root<Trip> trip = query.from(Trip.class);
          Join<Trip, Integer> cost = trip.joinMap("costs");
          query.multiselect(trip.get("id"), trip.get("days"), cost).distinct(true);
          assertEquals(
              Set.of(
                  List.of(1, "museum", 30),
                  List.of(1, "museum", 12),
                  List.of(1, "beach", 30),
                  List.of(1, "beach", 12)),
              manager
                  .createQuery(query)
                  .getResultStream()
                  .map(row -> List.of(row.toArray()))
                  .collect(Collectors.toSet()));
        });
  }

  @Test
  void a_subquery_selects_the_elements_of_a_collection() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          Root<Trip> trip = query.from(Trip.class);
          Subquery<Object> days = query.subquery(Object.class);
          days.select(days.correlate(trip).get("days"));
          query.select(trip.get("id")).where(builder.literal("beach").in(days));
          assertEquals(List.of(1), manager.createQuery(query).getResultList());
        });
  }

  @Test
  void a_string_beside_numbers_is_the_number_it_spells() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          Root<Trip> trip = query.from(Trip.class);
          MapJoin<Trip, String, Integer> cost = trip.joinMap("costs");
          query
              .select(cost)
              .where(builder.equal(trip.get("id"), "1"), builder.notEqual(cost, "30"));
          assertEquals(List.of(12), manager.createQuery(query).getResultList());
          query.where(builder.equal(cost, builder.literal("30")));
          assertEquals(List.of(30), manager.createQuery(query).getResultList());
          query.where(cost.in("30", 31), trip.get("id").equalTo("1"));
          assertEquals(List.of(30), manager.createQuery(query).getResultList());
          query.where(builder.equal(cost.key(), 30));
          assertEquals(List.of(), manager.createQuery(query).getResultList());
          var refusal =
              assertThrows(
                  IllegalArgumentException.class, () -> builder.equal(trip.get("id"), "one"));
          assertEquals(
              "cannot compare java.lang.Integer with \"one\"\n"
                  + "Hint: compare it with a value of type Integer.",
              refusal.getMessage());
        });
  }

  @Test
  void collections_of_values_are_measured_and_searched() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          Root<Trip> trip = query.from(Trip.class);
          query
              .select(builder.size(trip.<List<String>>get("days")))
              .where(builder.isMember("museum", trip.<List<String>>get("days")));
          assertEquals(2, manager.createQuery(query).getSingleResult());
          query.select(trip.get("id")).where(builder.isEmpty(trip.<Set<Stop>>get("stops")));
          assertEquals(2, manager.createQuery(query).getSingleResult());
        });
  }

  @Test
  void a_subquery_ranges_over_the_values_of_the_root_around() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          Root<Trip> trip = query.from(Trip.class);
          Subquery<Integer> most = query.subquery(Integer.class);
          MapJoin<Trip, String, Integer> cost = most.correlate(trip).joinMap("costs");
          most.select(builder.max(cost));
          query.select(trip.get("id")).where(builder.equal(most, 30));
          assertEquals(1, manager.createQuery(query).getSingleResult());
        });
  }

  /// The subquery has one row: that of the query around.
  @Test
  void correlated_values_are_those_of_the_row_around() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Object> query = builder.createQuery(Object.class);
          Root<Trip> trip = query.from(Trip.class);
          Join<Trip, String> day = trip.join("days");
          Subquery<String> days = query.subquery(String.class);
          Join<Trip, String> same = days.correlate(day);
          days.select(same).where(builder.like(same, "mus%"));
          query.select(day).where(builder.exists(days));
          assertEquals(List.of("museum"), manager.createQuery(query).getResultList());

          query = builder.createQuery(Object.class);
          trip = query.from(Trip.class);
          MapJoin<Trip, String, Integer> cost = trip.joinMap("costs");
          Subquery<Integer> costs = query.subquery(Integer.class);
          MapJoin<Trip, String, Integer> sameCost = costs.correlate(cost);
          costs.select(sameCost.value()).where(builder.equal(sameCost.key(), "bus"));
          query.select(cost.key()).where(builder.equal(costs, 12));
          assertEquals(List.of("bus"), manager.createQuery(query).getResultList());

          query = builder.createQuery(Object.class);
          trip = query.from(Trip.class);
          Join<Trip, Stop> stop = trip.join("stops", JoinType.LEFT);
          Subquery<Integer> stops = query.subquery(Integer.class);
          Join<Trip, Stop> sameStop = stops.correlate(stop);
          stops.select(sameStop.get("nights")).where(builder.isNull(sameStop.get("town")));
          query.select(trip.get("id")).where(builder.exists(stops));
          assertEquals(List.of(2), manager.createQuery(query).getResultList());
        });
  }
}
