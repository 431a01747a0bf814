package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
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

/// Queries that walk a tree by `start with … connect by …`, which the specification has not.
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NullUnmarked // a null where none is expected fails the test by itself
class HierarchicalQueryTest {
  @Entity(name = "Part")
  static class Part {
    @Id int id;
    String name;
    int level;

    @ManyToOne(fetch = FetchType.LAZY)
    Part whole;

    @OneToMany(mappedBy = "whole")
    List<Part> parts = new ArrayList<>();

    Part() {}

    Part(int id, String name, Part whole) {
      this.id = id;
      this.name = name;
      this.whole = whole;
      this.level = 100 + id;
    }
  }

  @Parameter TestServer server;
  private TestUnit unit;

  @BeforeParameterizedClassInvocation
  void open(TestServer server) {
    unit = TestUnit.on(server, Part.class);
    unit.inTransaction(
        manager -> {
          var bike = new Part(1, "bike", null);
          var wheel = new Part(2, "wheel", bike);
          var saddle = new Part(3, "saddle", bike);
          var spoke = new Part(4, "spoke", wheel);
          var hen = new Part(5, "hen", null);
          var egg = new Part(6, "egg", hen);
          List.of(bike, wheel, saddle, spoke, hen, egg).forEach(manager::persist);
          manager.flush();
          hen.whole = egg;
        });
  }

  @AfterParameterizedClassInvocation
  void close() {
    unit.close();
  }

  private List<String> rows(String jpql, Object... arguments) {
    return unit.query(
        manager -> {
          var query = manager.createQuery(jpql, Object[].class);
          for (int i = 0; i < arguments.length; i++) {
            query.setParameter(i + 1, arguments[i]);
          }
          return query.getResultList().stream()
              .map(
                  row ->
                      Arrays.stream(row)
                          .map(item -> item instanceof Part part ? "#" + part.name : "" + item)
                          .collect(Collectors.joining(" ")))
              .toList();
        });
  }

  @Test
  void a_tree_is_walked_from_its_roots() {
    assertEquals(
        List.of("#bike 1", "#saddle 2", "#wheel 2", "#spoke 3"),
        rows(
            "select p, level from Part p start with p.whole is null connect by p.whole = prior p"
                + " order by level, p.name"));
    assertEquals(
        List.of("wheel 1", "spoke 2"),
        rows(
            "select p.name, level from Part p start with p.name = ?1"
                + " connect by prior p.id = p.whole.id order by level",
            "wheel"));
  }

  @Test
  void a_tree_is_walked_to_its_root() {
    assertEquals(
        List.of("spoke", "wheel", "bike"),
        rows(
            "select p.name from Part p start with p.name = 'spoke' connect by p = prior p.whole"
                + " order by level"));
  }

  @Test
  void conditions_and_joins_apply_to_the_rows_of_the_hierarchy() {
    assertEquals(
        List.of("saddle bike 2", "spoke wheel 3", "wheel bike 2"),
        rows(
            "select p.name, w.name, level from Part p join p.whole w where level > 1"
                + " connect by p.whole = prior p start with p.whole is null order by p.name"));
    assertEquals(
        List.of("1 1", "2 2", "3 1"),
        rows(
            "select level, count(p) from Part p start with p.whole is null"
                + " connect by p.whole = prior p group by level order by level"));
    assertEquals(
        List.of("wheel"),
        rows(
            "select name from Part where name like '%e%' and level = 2 start with whole is null"
                + " connect by whole = prior this and prior level < 2 order by name limit 1 offset"
                + " 1"));
    assertEquals(
        List.of("#saddle", "#spoke", "#wheel"),
        rows(
            "from Part where whole is not null start with whole is null"
                + " connect by whole = prior this order by name"));
  }

  @Test
  void a_circle_is_walked_once() {
    assertEquals(
        List.of("hen 1", "egg 2"),
        rows(
            "select p.name, level from Part p start with p.name = 'hen' connect by p.whole = prior"
                + " p order by level"));
  }

  @Test
  void a_hierarchy_is_a_subquery_as_well() {
    assertEquals(
        List.of("bike 4", "egg 2", "hen 2", "saddle 1", "spoke 1", "wheel 2"),
        rows(
            "select q.name, (select count(p) from Part p start with p = q"
                + " connect by p.whole = prior p) from Part q order by q.name"));
  }

  @Test
  void its_words_are_names_elsewhere() {
    assertEquals(
        List.of("bike"),
        rows("select prior.name from Part prior where prior.id = 1 and prior.level > 1"));
    assertEquals(List.of("1"), rows("select start.id from Part start where start.name = 'bike'"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "select p from Part p start with p.id = 1 ~ expected CONNECT BY",
        "select p from Part p, Part q connect by p.whole = prior p ~ ranges over one entity",
        "select p from Part p where p = prior p ~ PRIOR stands in CONNECT BY only",
        "select p from Part p connect by p.whole = prior p connect by p = prior p ~ stands here"
            + " twice",
        "select p from Part p connect by p.whole = prior p.nme ~ no attribute \"nme\" in Part",
      })
  void what_is_wrong_is_refused_with_its_place(String jpql, String problem) {
    var error = assertThrows(IllegalArgumentException.class, () -> rows(jpql));
    assertTrue(error.getMessage().contains(problem), error.getMessage());
    assertTrue(error.getMessage().contains("line 1, column "), error.getMessage());
  }
}
