package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToOne;
import java.math.BigDecimal;
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

/// Queries that a statement names, recursive ones too; the specification has them not.
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NullUnmarked // a null where none is expected fails the test by itself
class CommonTableTest {
  @Embeddable
  record Size(Integer width, Integer height) {}

  @Entity(name = "Folder")
  static class Folder {
    @Id int id;
    String name;
    Size size;
    BigDecimal weight = BigDecimal.ONE;

    @ManyToOne(fetch = FetchType.LAZY)
    Folder parent;

    Folder() {}

    Folder(int id, String name, Folder parent) {
      this.id = id;
      this.name = name;
      this.parent = parent;
      this.size = new Size(id, null);
    }
  }

  @Embeddable
  record SheetKey(int folder, int page) {}

  @Entity(name = "Sheet")
  static class Sheet {
    @EmbeddedId SheetKey key;
    @ManyToOne Sheet next;

    Sheet() {}

    Sheet(int page, Sheet next) {
      this.key = new SheetKey(1, page);
      this.next = next;
    }
  }

  @Parameter TestServer server;
  private TestUnit unit;

  @BeforeParameterizedClassInvocation
  void open(TestServer server) {
    unit = TestUnit.on(server, Folder.class, Sheet.class);
    unit.inTransaction(
        manager -> {
          var root = new Folder(1, "root", null);
          var home = new Folder(2, "home", root);
          var etc = new Folder(3, "etc", root);
          var ann = new Folder(4, "ann", home);
          List.of(root, home, etc, ann).forEach(manager::persist);
          var last = new Sheet(3, null);
          var middle = new Sheet(2, last);
          List.of(last, middle, new Sheet(1, middle)).forEach(manager::persist);
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
          return query.getResultList().stream().map(CommonTableTest::text).toList();
        });
  }

  private static String text(Object[] row) {
    return Arrays.stream(row)
        .map(item -> item instanceof Folder folder ? "#" + folder.name : String.valueOf(item))
        .collect(Collectors.joining(" "));
  }

  private static final String TREE =
      """
      with recursive tree as (
        select f as folder, f.name as path, 0 as depth from Folder f where f.parent is null
        union all
        select g, t.path || '/' || g.name, t.depth + 1 from Folder g join tree t on g.parent = t.folder)
      """;

  @Test
  void a_recursive_query_walks_a_tree() {
    assertEquals(
        List.of("#root root 0", "#etc root/etc 1", "#home root/home 1", "#ann root/home/ann 2"),
        rows(TREE + "select t.folder, t.path, t.depth from tree t order by t.depth, t.path"));
    assertEquals(
        List.of("etc 1", "home 1"),
        rows(TREE + "select folder.name, depth from tree where depth = ?1 order by path", 1));
    assertEquals(
        List.of("#home root", "#etc root", "#ann home"),
        rows(
            TREE
                + "select t.folder, p.name from tree t join t.folder f join f.parent p"
                + " order by t.depth, f.id limit 5"));
  }

  @Test
  void entities_of_a_named_query_are_managed_and_lockable() {
    unit.inTransaction(
        manager -> {
          var folders =
              manager
                  .createQuery(TREE + "select t.folder from tree t order by t.path", Folder.class)
                  .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                  .setMaxResults(2)
                  .getResultList();
          assertEquals(2, folders.size());
          assertTrue(folders.stream().allMatch(manager::contains));
        });
  }

  @Test
  void a_named_query_groups_and_is_used_more_than_once() {
    assertEquals(
        List.of("root 2", "home 1"),
        rows(
            """
            with counts as materialized (
                select f.parent as parent, count(f) as children from Folder f
                where f.parent is not null group by f.parent),
              most as not materialized (select max(children) as children from counts)
            select c.parent.name, c.children from counts c, most m
            where c.children <= m.children order by c.children desc\
            """));
    assertEquals(
        List.of("ann", "etc"),
        rows(
            "with parents as (select f.parent as folder from Folder f where f.parent is not null)"
                + " select f.name from Folder f where f not in (select p.folder from parents p)"
                + " order by f.name"));
  }

  @Test
  void items_are_embeddables_and_references_of_several_columns_as_well() {
    assertEquals(
        List.of("Size[width=4, height=null] 4"),
        rows(
            "with sizes as (select f.size as size, f as owner from Folder f)"
                + " select s.size, s.size.width from sizes s where s.owner.name = ?1",
            "ann"));
    assertEquals(
        List.of("1 0", "2 1", "3 2"),
        rows(
            """
            with recursive way as (
              select s as sheet, 0 as steps from Sheet s where s.key.page = 1
              union select w.sheet.next, w.steps + 1 from way w where w.sheet.next is not null)
            select w.sheet.key.page, w.steps from way w order by w.steps\
            """));
  }

  @Test
  void types_with_length_are_widened_for_later_rows() {
    assertEquals(
        List.of("ann 1.5", "home 2.5", "root 3.5"),
        rows(
            """
            with recursive up as (
              select f as folder, f.weight + 0.5 as total from Folder f where f.name = 'ann'
              union all select u.folder.parent, u.total + 1 from up u where u.folder.parent is not null)
            select u.folder.name, u.total from up u order by u.total\
            """));
  }

  @Test
  void rows_of_a_named_query_are_inserted() {
    unit.inTransaction(
        manager -> {
          int count =
              manager
                  .createQuery(
                      "insert into Folder (id, name, parent) with leaves as (select f as leaf from"
                          + " Folder f where not exists (select g from Folder g where g.parent ="
                          + " f)) select l.leaf.id + 10, 'new', l.leaf from leaves l")
                  .executeUpdate();
          assertEquals(2, count);
          manager.createQuery("delete from Folder where id > 10").executeUpdate();
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "with t as (select f.id from Folder f) select x.id from t x ~ item 1 of t has no name",
        "with t as (select f.id as a, f.name as A from Folder f) select x.a from t x ~ two items of"
            + " t have the name A",
        "with t as (select f.id as a from Folder f) select x.b from t x ~ no item \"b\" in t",
        "with t as (select f.id as a from Folder f) select x from t x ~ cannot take the rows of t",
        "with t as (select f.id as a from Folder f) from t ~ needs a select clause",
        "with t as (select f.id as a from Folder f) select f.id from Folder f join t ~ needs a"
            + " condition",
        "with t as (select f.id as a from u) select x.a from t x ~ unknown entity \"u\"",
        "with recursive t as (select 1 as a from Folder f union all select f from Folder f) select"
            + " x.a from t x ~ select different items",
        "with recursive t as (select 1 as a from Folder f union all select x.a + 0.5 from t x)"
            + " select x.a from t x ~ item a is integer in the first query and numeric in",
        "with t as (select f as f from Folder f) select x.f from t x join fetch x.f ~ can be"
            + " fetched",
        "with t (select f.id as a from Folder f) select x.a from t x ~ expected",
      })
  void what_is_wrong_is_refused_with_its_place(String jpql, String problem) {
    var error = assertThrows(IllegalArgumentException.class, () -> rows(jpql));
    assertTrue(error.getMessage().contains(problem), error.getMessage());
    assertTrue(error.getMessage().contains("line 1, column "), error.getMessage());
  }
}
