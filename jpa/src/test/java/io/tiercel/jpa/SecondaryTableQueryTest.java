package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.EntityManager;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Associations, queries and hierarchies with secondary tables (Jakarta Persistence 3.2, sections
/// 11.1.25 and 11.1.49).
@NullUnmarked // a null where none is expected fails the test by itself
class SecondaryTableQueryTest extends SecondaryTables {
  // ---- associations ----

  @Test
  void entities_may_refer_to_each_other_from_secondary_tables_in_a_ring() {
    unit.inTransaction(
        manager -> {
          Account one = new Account(1);
          Account two = new Account(2);
          one.successor = two;
          two.successor = one;
          manager.persist(one);
          manager.persist(two);
        });
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Account one = manager.find(Account.class, 1);
      assertEquals(2, one.successor.id);
      assertEquals(2, one.predecessor.id);
    }
    unit.inTransaction(
        manager ->
            manager
                .createQuery("from Account", Account.class)
                .getResultList()
                .forEach(manager::remove));
    assertEquals("0", text("select count(*) from account_note"));
  }

  @Test
  void a_reference_that_is_unique_moves_in_one_flush() {
    unit.inTransaction(
        manager -> {
          Account target = new Account(3);
          Account one = new Account(1);
          one.successor = target;
          manager.persist(target);
          manager.persist(one);
        });
    unit.inTransaction(
        manager -> {
          manager.find(Account.class, 1).successor = null;
          Account two = new Account(2);
          two.successor = manager.find(Account.class, 3);
          manager.persist(two);
        });
    assertEquals("2", text("select id from account_note where successor_id = 3"));
  }

  @Test
  void associations_are_read_lazily_and_from_their_other_side() {
    Person host = new Person("Hal");
    Person guest = new Person("Ida");
    guest.landlord = host;
    unit.inTransaction(
        manager -> {
          manager.persist(guest);
          manager.persist(host);
        });
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Person found = manager.find(Person.class, guest.id);
      assertEquals("Hal", found.landlord.name());
      assertEquals(1, found.landlord.tenants().size());
      assertEquals(found, found.landlord.tenants().getFirst());
    }
  }

  // ---- queries ----

  @Test
  void queries_read_order_and_compare_values_of_secondary_tables() {
    for (String name : List.of("a", "b", "c")) {
      Person person = new Person(name);
      person.shoes = name.equals("b") ? null : name.charAt(0) - 'a';
      person.home = name.equals("c") ? new Home("Rome", "Pine") : null;
      persist(person);
    }
    try (EntityManager manager = unit.factory().createEntityManager()) {
      assertEquals(
          List.of("a", "b", "c"),
          manager
              .createQuery(
                  "select p.name from Person p order by p.shoes nulls last, p.name", String.class)
              .getResultList()
              .stream()
              .sorted()
              .toList());
      assertEquals(
          "b",
          manager
              .createQuery("select p.name from Person p where p.shoes is null", String.class)
              .getSingleResult());
      assertEquals(
          "Pine",
          manager
              .createQuery(
                  "select p.home.street from Person p where p.home.town = 'Rome'", String.class)
              .getSingleResult());
      var builder = manager.getCriteriaBuilder();
      var query = builder.createQuery(Long.class);
      var person = query.from(Person.class);
      query.select(builder.count(person)).where(builder.ge(person.get("shoes"), 0));
      assertEquals(2L, manager.createQuery(query).getSingleResult());
    }
    assertLeavesOut("select p.name from Person p where p.name = 'a'");
  }

  /// PostgreSQL leaves out the join of a table of which nothing is asked for.
  private void assertLeavesOut(String jpql) {
    List<String> statements =
        unit.statements(
            () -> {
              try (EntityManager manager = unit.factory().createEntityManager()) {
                manager.createQuery(jpql, String.class).getResultList();
              }
            });
    List<?> plan =
        unit.query(
            manager ->
                manager
                    .createNativeQuery("explain " + statements.getLast().replaceAll("\\$1", "'a'"))
                    .getResultList());
    assertTrue(
        plan.stream().noneMatch(line -> line.toString().contains("person_detail")), plan::toString);
  }

  @Test
  void a_bulk_update_writes_rows_that_are_there_and_those_that_are_not() {
    Person kim = new Person("Kim");
    kim.motto = "old";
    persist(kim);
    persist(new Person("Lee"));
    int changed =
        execute(
            "update Person p set p.motto = concat(p.name, coalesce(p.motto, '')),"
                + " p.name = upper(p.name)");
    assertEquals(2, changed);
    assertEquals(
        "KIM Kimold, LEE Lee",
        text(
            "select string_agg(name || ' ' || motto, ', ' order by name) from person join"
                + " person_detail on id = person_id"));
    int withParameter =
        unit.query(
            manager ->
                manager
                    .createQuery("update Person p set p.shoes = :n where p.name = 'LEE'")
                    .setParameter("n", 39)
                    .executeUpdate());
    assertEquals(1, withParameter);
    assertEquals("39", text("select sum(shoes) from person_detail"));
  }

  @Test
  void a_bulk_update_to_null_inserts_no_row() {
    persist(new Person("Mia"));
    assertEquals(1, execute("update Person p set p.motto = null"));
    assertEquals("0", text("select count(*) from person_detail"));
  }

  @Test
  void a_bulk_delete_takes_the_rows_of_all_tables() {
    Person ned = new Person("Ned");
    ned.motto = "x";
    persist(ned);
    persist(new Person("Oda"));
    assertEquals(1, execute("delete from Person p where p.motto = 'x'"));
    assertEquals("0", text("select count(*) from person_detail"));
    assertEquals("Oda", text("select name from person"));
  }

  // ---- hierarchies ----

  @Test
  void classes_of_a_single_table_have_secondary_tables_of_their_own() {
    unit.inTransaction(
        manager -> {
          Circle circle = new Circle();
          circle.id = 1;
          circle.radius = 2.5;
          circle.colour = "red";
          manager.persist(circle);
          Square square = new Square();
          square.id = 2;
          square.label = "four";
          manager.persist(square);
        });
    assertEquals("1 2.5", text("select id || ' ' || radius from circle_data"));
    assertEquals(
        "1:red, 2:four",
        text(
            "select string_agg(id || ':' || coalesce(colour, label), ', ' order by id)"
                + " from shape_label"));
    try (EntityManager manager = unit.factory().createEntityManager()) {
      List<Shape> shapes =
          manager.createQuery("from Shape s order by s.id", Shape.class).getResultList();
      assertEquals(2.5, ((Circle) shapes.get(0)).radius);
      assertEquals("red", ((Circle) shapes.get(0)).colour);
      assertEquals("four", shapes.get(1).label);
      assertEquals(
          1,
          manager
              .createQuery(
                  "select s.id from Shape s where treat(s as Circle).radius > 2", Integer.class)
              .getSingleResult());
    }
    unit.inTransaction(
        manager -> {
          Circle circle = (Circle) manager.find(Shape.class, 1);
          circle.label = "round";
          circle.radius = 3;
          manager.remove(manager.find(Square.class, 2));
        });
    assertEquals("round red", text("select label || ' ' || colour from shape_label"));
    assertEquals("3", text("select radius from circle_data").replace(".0", ""));
  }

  @Test
  void joined_classes_have_secondary_tables_of_their_own() {
    unit.inTransaction(
        manager -> {
          Tree tree = new Tree();
          tree.id = 1;
          tree.height = 20;
          tree.wood = "oak";
          manager.persist(tree);
          Plant plant = new Plant();
          plant.id = 2;
          plant.label = "fern";
          manager.persist(plant);
        });
    assertEquals(
        "FOREIGN KEY (id) REFERENCES tree(id)",
        text(
            "select pg_get_constraintdef(oid) from pg_constraint where contype = 'f' and conrelid ="
                + " 'tree_data'::regclass"));
    unit.inTransaction(
        manager -> {
          Tree tree = (Tree) manager.find(Plant.class, 1);
          assertEquals("oak", tree.wood);
          tree.wood = "elm";
          tree.label = "tall";
          Plant fern = manager.find(Plant.class, 2);
          assertEquals(Plant.class, fern.getClass());
          fern.label = null;
        });
    assertEquals("elm", text("select wood from tree_data"));
    assertEquals(
        "1 tall", text("select id || ' ' || label from plant_label where label is not null"));
    assertEquals("1 1", text("select string_agg(version::text, ' ') from plant"));
    assertEquals(1, execute("update Tree t set t.wood = 'ash', t.height = 21"));
    assertEquals(
        "ash 21", text("select wood || ' ' || height from tree_data join tree using (id)"));
    assertEquals(2, execute("delete from Plant"));
    assertEquals("0", text("select count(*) from plant_label"));
  }
}
