package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToOne;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Rows of a single table that must refer to rows of other classes in it, which have other columns:
/// one statement inserts them all, and each of the columns that a class does not have keeps its
/// default.
@NullUnmarked // a null where none is expected fails the test by itself
class SingleTableRingTest {
  @Entity(name = "Link")
  @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
  static class Link {
    @Id int id;

    @ManyToOne(optional = false)
    Link next;

    Link() {}

    Link(int id) {
      this.id = id;
    }
  }

  @Entity(name = "Hook")
  static class Hook extends Link {
    @Column(name = "a$1", columnDefinition = "integer default 7 not null")
    int bends = 2;

    Hook() {}

    Hook(int id) {
      super(id);
    }
  }

  @Entity(name = "Ring")
  static class Ring extends Link {
    String[] marks = {"x", null};

    Ring() {}

    Ring(int id) {
      super(id);
    }
  }

  private static void close(Link... links) {
    for (int i = 0; i < links.length; i++) {
      links[i].next = links[(i + 1) % links.length];
    }
  }

  @Test
  void rows_of_all_classes_are_inserted_by_one_statement_and_deleted_by_one() {
    try (TestUnit unit = TestUnit.of(Link.class, Hook.class, Ring.class)) {
      List<Link> links =
          List.of(new Hook(1), new Ring(2), new Link(3), new Ring(4), new Hook(5), new Link(6));
      close(links.toArray(Link[]::new));
      List<String> statements =
          unit.statements(() -> unit.inTransaction(manager -> links.forEach(manager::persist)));
      assertEquals(
          1,
          statements.stream().filter(sql -> sql.contains("insert into")).count(),
          "" + statements);
      assertEquals(
          "2 7 7 7 2 7", unit.value("select string_agg(\"a$1\"::text, ' ' order by id) from link"));
      unit.inTransaction(
          manager -> {
            List<Link> found = new ArrayList<>();
            for (Link link : links) {
              found.add(manager.find(Link.class, link.id));
              assertSame(link.getClass(), found.getLast().getClass());
              assertEquals(link.next.id, found.getLast().next.id);
            }
            assertEquals(List.of("x"), List.of(((Ring) found.get(3)).marks[0]));
            found.forEach(manager::remove);
          });
      assertEquals(0L, unit.value("select count(*) from link"));
    }
  }

  @Test
  void so_are_many() {
    try (TestUnit unit = TestUnit.of(Link.class, Hook.class)) {
      List<Link> links = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        links.add(i % 2 == 0 ? new Hook(i) : new Link(i));
      }
      close(links.toArray(Link[]::new));
      unit.inTransaction(manager -> links.forEach(manager::persist));
      assertEquals(1_000L, unit.value("select count(*) from link where next_id = (id + 1) % 1000"));
    }
  }
}
