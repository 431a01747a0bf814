package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Parameter;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Root;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Enum constants in items: how those of a subquery are stored is told by what it is compared with
/// or assigned to, and those of the query itself are stored nowhere.
@NullUnmarked // a null where none is expected fails the test by itself
class EnumItemTest {
  enum Size {
    SMALL,
    LARGE
  }

  @Entity(name = "Crate")
  static class Crate {
    @Id int id;
    int weight;

    @Enumerated(EnumType.STRING)
    Size size;

    Size rank;

    protected Crate() {}

    Crate(int id, int weight, Size size) {
      this.id = id;
      this.weight = weight;
      this.size = size;
      this.rank = size;
    }
  }

  private static final String BY_WEIGHT =
      "(select case when o.weight > 10 then %1$s.LARGE else %1$s.SMALL end from Crate o where o.id = c.id)"
          .formatted(Size.class.getName());

  @Test
  void a_constant_of_a_subquery_is_compared_and_assigned_as_the_attribute_is_stored() {
    try (TestUnit unit = TestUnit.of(Crate.class)) {
      unit.factory()
          .runInTransaction(
              manager -> {
                manager.persist(new Crate(1, 20, Size.LARGE));
                manager.persist(new Crate(2, 20, Size.SMALL));
              });
      unit.factory()
          .runInTransaction(
              manager -> {
                var misfits = "select c.id from Crate c where c.size <> " + BY_WEIGHT;
                assertEquals(
                    List.of(2), manager.createQuery(misfits, Integer.class).getResultList());
                manager.createQuery("update Crate c set c.size = " + BY_WEIGHT).executeUpdate();
                assertEquals(
                    List.of(), manager.createQuery(misfits, Integer.class).getResultList());
              });
    }
  }

  @Test
  void a_query_selects_constants() {
    try (TestUnit unit = TestUnit.of(Crate.class)) {
      unit.inTransaction(
          manager -> {
            manager.persist(new Crate(1, 20, Size.LARGE));
            manager.persist(new Crate(2, 5, Size.SMALL));
          });
      String name = Size.class.getName();
      String jpql =
          "select case when c.weight > 10 then %1$s.LARGE else %1$s.SMALL end from Crate c order by c.id"
              .formatted(name);
      unit.inTransaction(
          manager -> {
            assertEquals(
                List.of(Size.LARGE, Size.SMALL),
                manager.createQuery(jpql, Size.class).getResultList());
            assertEquals(
                List.of(1, 2),
                manager
                    .createQuery(
                        "select c.id from Crate c where case when c.weight > 10 then %1$s.LARGE else %1$s.SMALL end = c.rank order by c.id"
                            .formatted(name),
                        Integer.class)
                    .getResultList());
          });
    }
  }

  @Test
  void a_criteria_query_selects_constants() {
    try (TestUnit unit = TestUnit.of(Crate.class)) {
      unit.inTransaction(manager -> manager.persist(new Crate(1, 20, Size.LARGE)));
      unit.inTransaction(
          manager -> {
            CriteriaBuilder builder = manager.getCriteriaBuilder();
            CriteriaQuery<Size> query = builder.createQuery(Size.class);
            Root<Crate> crate = query.from(Crate.class);
            query.select(
                builder
                    .<Size>selectCase()
                    .when(builder.gt(crate.get("weight"), 10), Size.LARGE)
                    .otherwise(Size.SMALL));
            assertEquals(List.of(Size.LARGE), manager.createQuery(query).getResultList());
          });
    }
  }

  @Test
  void a_parameter_may_be_declared_as_what_is_no_expression() {
    try (TestUnit unit = TestUnit.of(Crate.class)) {
      unit.inTransaction(manager -> manager.persist(new Crate(1, 20, Size.LARGE)));
      unit.inTransaction(
          manager -> {
            CriteriaBuilder builder = manager.getCriteriaBuilder();
            CriteriaQuery<Crate> query = builder.createQuery(Crate.class);
            Root<Crate> crate = query.from(Crate.class);
            Parameter<Size> size = builder.parameter(Size.class, "size");
            Object weight = builder.parameter(Integer.class, "weight");
            query
                .select(crate)
                .where(
                    builder.equal(crate.get("size"), size),
                    builder.notEqual(crate.get("weight"), weight));
            assertEquals(
                1,
                manager
                    .createQuery(query)
                    .setParameter("size", Size.LARGE)
                    .setParameter("weight", 3)
                    .getResultList()
                    .size());
          });
    }
  }
}
