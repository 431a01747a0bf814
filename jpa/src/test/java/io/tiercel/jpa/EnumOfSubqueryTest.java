package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Enum constants that a subquery selects: how they are stored is told by what the subquery is
/// compared with or assigned to.
@NullUnmarked // a null where none is expected fails the test by itself
class EnumOfSubqueryTest {
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

    protected Crate() {}

    Crate(int id, int weight, Size size) {
      this.id = id;
      this.weight = weight;
      this.size = size;
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
}
