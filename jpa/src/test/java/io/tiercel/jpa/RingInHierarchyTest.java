package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToOne;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Rows of a hierarchy's table that must refer to rows of other classes in the same table, so that
/// no order of statements for each class keeps the foreign keys: one statement writes them.
@NullUnmarked // a null where none is expected fails the test by itself
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RingInHierarchyTest {
  @Entity(name = "Part")
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Part {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Integer id;

    String name;

    @ManyToOne(optional = false)
    Part next;

    Part() {}

    Part(String name) {
      this.name = name;
    }
  }

  @Entity(name = "Gear")
  static class Gear extends Part {
    int teeth = 8;

    Gear() {}

    Gear(String name) {
      super(name);
    }
  }

  @Entity(name = "Shaft")
  static class Shaft extends Part {
    int length = 5;

    Shaft() {}

    Shaft(String name) {
      super(name);
    }
  }

  private TestUnit unit;

  @BeforeAll
  void open() {
    unit = TestUnit.of(Part.class, Gear.class, Shaft.class);
  }

  @AfterAll
  void close() {
    if (unit != null) {
      unit.close();
    }
  }

  @BeforeEach
  void clear() {
    unit.sql("truncate part, gear, shaft");
  }

  private List<String> persistRing() {
    return unit.statements(
        () ->
            unit.inTransaction(
                manager -> {
                  List<Part> ring =
                      List.of(
                          new Part("a"),
                          new Gear("b"),
                          new Part("c"),
                          new Shaft("d"),
                          new Gear("e"));
                  for (int i = 0; i < ring.size(); i++) {
                    ring.get(i).next = ring.get((i + 1) % ring.size());
                  }
                  ring.forEach(manager::persist);
                }));
  }

  @Test
  void a_ring_of_several_classes_is_inserted() {
    List<String> statements = persistRing();
    assertEquals(
        "a>b b>c c>d d>e e>a",
        unit.value(
            "select string_agg(p.name || '>' || n.name, ' ' order by p.name) from part p join part"
                + " n on n.id = p.next_id"));
    assertEquals(
        "2 1", unit.value("select (select count(*) from gear) || ' ' || count(*) from shaft"));
    assertEquals(
        1,
        statements.stream().filter(sql -> sql.startsWith("insert into part ")).count(),
        statements::toString);
  }

  @Test
  void and_deleted() {
    persistRing();
    unit.inTransaction(
        manager ->
            manager.createQuery("from Part", Part.class).getResultList().forEach(manager::remove));
    assertEquals(0L, unit.value("select count(*) from part"));
    assertEquals(0L, unit.value("select (select count(*) from gear) + count(*) from shaft"));
  }

  @Test
  void what_needs_no_such_statement_has_one_for_each_class() {
    List<String> statements =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager -> {
                      for (Part part : List.of(new Part("a"), new Gear("b"), new Shaft("c"))) {
                        part.next = part;
                        manager.persist(part);
                      }
                    }));
    assertTrue(
        statements.stream().filter(sql -> sql.startsWith("insert into part ")).count() == 3,
        statements::toString);
  }
}
