package io.tiercel.jpa.query.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the clauses and statements of the language parse to.
class JpqlParserTest {

  private static String tree(String query) {
    return TreeText.of(JpqlParser.parse(query));
  }

  private static void parses(String query, String tree) {
    assertEquals(tree, tree(query), query);
  }

  @Test
  void a_select_statement_has_all_its_clauses() {
    parses(
        """
        SELECT DISTINCT c.name AS n, count(o) total
        FROM Customer AS c JOIN c.orders o LEFT OUTER JOIN FETCH c.address
        WHERE c.status = 1
        GROUP BY c.name, c.city
        HAVING count(o) > 3
        ORDER BY n DESC NULLS LAST, total ASC, c.city nulls first
        """,
        "(select distinct c.name:n (count o):total"
            + " (from (Customer:c (join c.orders:o) (left join fetch c.address)))"
            + " (where (= c.status 1)) (group c.name c.city) (having (> (count o) 3))"
            + " (order n desc nulls last total c.city nulls first))");
  }

  @Test
  void the_select_clause_and_the_variable_are_optional() {
    parses("from Order", "(select (from Order))");
    parses("from Order where id = 3", "(select (from Order) (where (= id 3)))");
    parses("select this from Order", "(select this (from Order))");
    parses("select name from Order order by name", "(select name (from Order) (order name))");
  }

  @Test
  void joins_take_conditions_entities_and_subtypes() {
    parses(
        "select a from A a inner join a.bs b on b.x = a.x and b.y is null join C c on c.id = b.c",
        "(select a (from (A:a (join a.bs:b (on (and (= b.x a.x) (null b.y))))"
            + " (join C:c (on (= c.id b.c))))))");
    parses(
        "select b from Order o join treat(o.product as Book) b",
        "(select b (from (Order:o (join (treat o.product Book):b))))");
    parses(
        "select a from A a join fetch a.b b2 left join fetch b2.c",
        "(select a (from (A:a (join fetch a.b:b2) (left join fetch b2.c))))");
  }

  @Test
  void a_from_clause_declares_several_variables() {
    parses(
        "select c from Customer c, in (c.orders) o, Employee as e join e.phones p",
        "(select c (from Customer:c in c.orders:o (Employee:e (join e.phones:p))))");
    parses("select c from com.acme.Customer c", "(select c (from com.acme.Customer:c))");
  }

  @Test
  void subqueries_stand_wherever_a_value_or_a_set_may() {
    parses(
        "select c from C c where (select avg(o.price) from c.orders o) > 100",
        "(select c (from C:c) (where (> (select (avg o.price) (from c.orders:o)) 100)))");
    parses(
        "select e from E e where e.salary >= all (select m.salary from M m) and not exists (select"
            + " 1 from e.phones p)",
        "(select e (from E:e) (where (and (>= e.salary (all (select m.salary (from M:m))))"
            + " (not (exists (select 1 (from e.phones:p)))))))");
    parses(
        "select e from E e where e.a = some(from F) or e.b <> any (select f from F f)",
        "(select e (from E:e) (where (or (= e.a (any (select (from F))))"
            + " (<> e.b (any (select f (from F:f)))))))");
    parses(
        "select (select max(f.x) from F f), 2 from E e",
        "(select (select (max f.x) (from F:f)) 2 (from E:e))");
  }

  @Test
  void intersect_binds_closer_than_union_and_except_and_the_last_order_sorts_all() {
    parses(
        "select a from A a union all select b from B b intersect select c from C c order by 1",
        "(union all (select a (from A:a))"
            + " (intersect (select b (from B:b)) (select c (from C:c))) (order 1))");
    parses(
        "(select a from A a order by a.x) except (select b from B b union select c from C c)",
        "(except (select a (from A:a) (order a.x))"
            + " (union (select b (from B:b)) (select c (from C:c))))");
    parses(
        "select a from A a where a.x in ((select b.x from B b) union (select c.x from C c))",
        "(select a (from A:a) (where (in a.x"
            + " (union (select b.x (from B:b)) (select c.x (from C:c))))))");
    parses(
        "select a from A a where a.x = ((select b.x from B b) except select c.x from C c)",
        "(select a (from A:a) (where (= a.x"
            + " (except (select b.x (from B:b)) (select c.x (from C:c))))))");
  }

  @Test
  void a_constructor_expression_takes_items_of_all_kinds() {
    parses(
        "select new com.acme.Line(o.id, sum(l.price) as s, o), o.at from Order o join o.lines l",
        "(select (new com.acme.Line o.id (sum l.price):s o) o.at"
            + " (from (Order:o (join o.lines:l))))");
    parses("select new A(new B(o.x), 1) from O o", "(select (new A (new B o.x) 1) (from O:o))");
  }

  @Test
  void object_is_its_variable() {
    parses("select object(o) from Order as o", "(select o (from Order:o))");
  }

  @Test
  void bulk_statements_take_a_variable_or_none() {
    parses(
        "UPDATE Employee e SET e.salary = e.salary * 2, e.address.city = null WHERE e.id IN (1, 2)",
        "(update Employee:e (= e.salary (* e.salary 2)) (= e.address.city null)"
            + " (where (in e.id 1 2)))");
    parses("update Employee set salary = :s", "(update Employee (= salary :s))");
    parses("delete from Order as o where o.total < 1", "(delete Order:o (where (< o.total 1)))");
    parses("delete from Order", "(delete Order)");
    parses("delete Order o", "(delete Order:o)");
  }

  @Test
  void what_postgresql_has_besides_has_nodes_of_its_own() {
    parses(
        "select o from Order o where o.name ilike 'a%' order by o.id limit 5 offset :n",
        "(page (select o (from Order:o) (where (ilike o.name 'a%')) (order o.id)) (limit 5)"
            + " (offset :n))");
    parses(
        "select o from Order o where (o.a, o.b) in ((1, 2), (3, 4))",
        "(select o (from Order:o) (where (in (row o.a o.b) (row 1 2) (row 3 4))))");
    parses(
        "select rank() over (partition by o.a order by o.b) from Order o",
        "(select (over (rank) (partition o.a) (order o.b)) (from Order:o))");
    parses(
        "select sum(o.a) filter (where o.b = 1) from Order o",
        "(select (filter (sum o.a) (= o.b 1)) (from Order:o))");
  }

  @Test
  void the_words_of_pages_and_windows_are_names_elsewhere() {
    parses(
        "select limit.offset as over, limit.filter from Order limit where limit.ilike = 1",
        "(select limit.offset:over limit.filter (from Order:limit) (where (= limit.ilike 1)))");
  }

  @Test
  void keywords_are_names_of_entities_and_attributes() {
    parses(
        "select o.order, o.group.from from Order o where o.select = 1 order by o.where",
        "(select o.order o.group.from (from Order:o) (where (= o.select 1)) (order o.where))");
  }

  @Test
  void names_of_functions_are_names_of_variables() {
    parses(
        "select value, key.size, type.index from Key key, Value value, Type type"
            + " where date = count and id > version",
        "(select value key.size type.index (from Key:key Value:value Type:type)"
            + " (where (and (= date count) (> id version))))");
  }

  @Test
  void keywords_are_read_in_any_case_and_names_as_written() {
    parses("sElEcT O.Name FrOm Order O", "(select O.Name (from Order:O))");
    // The dotless i is no ASCII letter, so that this is a variable and no LIKE.
    parses("select lıke from Order lıke", "(select lıke (from Order:lıke))");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      value = {
        "e.x = 1 or e.y = 2 and not e.z = 3 ~ (or (= e.x 1) (and (= e.y 2) (not (= e.z 3))))",
        "(e.x = 1 or e.y = 2) and e.z         ~ (and (or (= e.x 1) (= e.y 2)) e.z)",
        "e.x between 1 and 2 and e.y          ~ (and (between e.x 1 2) e.y)",
        "e.x not between :a and ?2            ~ (not between e.x :a ?2)",
        "e.x in (1, 'a', :b)                  ~ (in e.x 1 'a' :b)",
        "e.x not in :list                     ~ (not in e.x :list)",
        "e.x in ?1                            ~ (in e.x ?1)",
        "e.x in (select f.x from F f)         ~ (in e.x (select f.x (from F:f)))",
        "type(e) in (Exempt, :t)              ~ (in (type e) Exempt :t)",
        "e.x like 'a_%'                       ~ (like e.x 'a_%')",
        "e.x not like :p escape '!'           ~ (not like e.x :p (escape '!'))",
        "e.x is null                          ~ (null e.x)",
        "e.x is not null                      ~ (not null e.x)",
        "?1 is null                           ~ (null ?1)",
        "e.xs is empty                        ~ (empty e.xs)",
        "e.xs is not empty                    ~ (not empty e.xs)",
        ":p member of e.xs                    ~ (member :p e.xs)",
        "e not member e.xs                    ~ (not member e e.xs)",
        "'Joe' member of treat(e as F).names  ~ (member 'Joe' (treat e F).names)",
        "e.x <> 1 and e.x != 1                ~ (and (<> e.x 1) (<> e.x 1))",
        "e.x < 1 or e.x <= 1 or e.x > 1 or e.x >= 1 ~ (or (< e.x 1) (<= e.x 1) (> e.x 1) (>= e.x"
            + " 1))",
        "e.a + e.b * -e.c - +1 = 0 ~ (= (- (+ e.a (* e.b (- e.c))) (+ 1)) 0)",
        "e.a / 2 / 3 = e.b - 1 - 1  ~ (= (/ (/ e.a 2) 3) (- (- e.b 1) 1))",
        "e.a || 'x' || e.b = 'axb'  ~ (= (|| (|| e.a 'x') e.b) 'axb')",
        "e.a = (e.b = e.c)          ~ (= e.a (= e.b e.c))",
        "not not e.a                ~ (not (not e.a))",
        "treat(e as Exempt).days > 1 ~ (> (treat e Exempt).days 1)",
        "key(p) like 'a' and value(p).x = 1 ~ (and (like (key p) 'a') (= (value p).x 1))",
        "id(e) = 1 and version(e.boss) = 2  ~ (and (= (id e) 1) (= (version e.boss) 2))",
        "type(e) <> Exempt                  ~ (<> (type e) Exempt)",
        "e.color = com.acme.Color.RED       ~ (= e.color com.acme.Color.RED)",
        "function('good', e.x, 1)           ~ (function good e.x 1)",
        "function('pi') > 3                 ~ (> (function pi) 3)",
      })
  void a_condition_parses(String condition, String tree) {
    parses("select e from E e where " + condition, "(select e (from E:e) (where " + tree + "))");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      value = {
        "concat(e.a, 'b', e.c)        ~ (concat e.a 'b' e.c)",
        "substring(e.a, 2)            ~ (substring e.a 2)",
        "substring(e.a, 2, 3)         ~ (substring e.a 2 3)",
        "trim(e.a)                    ~ (trim both e.a)",
        "trim(leading from e.a)       ~ (trim leading e.a)",
        "trim(both 'x' from e.a)      ~ (trim both 'x' e.a)",
        "trim(trailing :c from e.a)   ~ (trim trailing :c e.a)",
        "trim('x' from e.a)           ~ (trim both 'x' e.a)",
        "lower(upper(e.a))            ~ (lower (upper e.a))",
        "length(e.a)                  ~ (length e.a)",
        "locate('x', e.a, 2)          ~ (locate 'x' e.a 2)",
        "abs(e.a)                     ~ (abs e.a)",
        "ceiling(exp(floor(ln(e.a)))) ~ (ceiling (exp (floor (ln e.a))))",
        "mod(e.a, 3)                  ~ (mod e.a 3)",
        "power(e.a, 2)                ~ (power e.a 2)",
        "round(e.a, 2)                ~ (round e.a 2)",
        "sign(sqrt(e.a))              ~ (sign (sqrt e.a))",
        "size(e.xs)                   ~ (size e.xs)",
        "index(x)                     ~ (index x)",
        "replace(e.a, 'b', 'c')       ~ (replace e.a 'b' 'c')",
        "left(e.a, 2)                 ~ (left e.a 2)",
        "right(e.a, 2)                ~ (right e.a 2)",
        "cast(e.a as string)          ~ (cast string e.a)",
        "cast(e.a as Integer)         ~ (cast integer e.a)",
        "extract(year from e.at)      ~ (extract year e.at)",
        "extract(date from local datetime) ~ (extract date (local_datetime))",
        "current_date                 ~ (current_date)",
        "current_time                 ~ (current_time)",
        "CURRENT_TIMESTAMP            ~ (current_timestamp)",
        "local date                   ~ (local_date)",
        "local time                   ~ (local_time)",
        "coalesce(e.a, e.b, 0)        ~ (coalesce e.a e.b 0)",
        "nullif(e.a, 0)               ~ (nullif e.a 0)",
        "case when e.a = 1 then 'x' when e.b is null then 'y' else 'z' end"
            + "~ (case (when (= e.a 1) 'x') (when (null e.b) 'y') 'z')",
        "case type(e) when Exempt then 1 else 2 end ~ (case (type e) (when Exempt 1) 2)",
        "case e.a when 1 then 2 end   ~ (case e.a (when 1 2))",
        "count(*)                     ~ (count *)",
        "count(distinct e.a)          ~ (count distinct e.a)",
        "sum(e.a * 2)                 ~ (sum (* e.a 2))",
        "avg(distinct e.a) + min(e.a) - max(e.a) ~ (- (+ (avg distinct e.a) (min e.a)) (max e.a))",
        "entry(m)                     ~ (entry m)",
      })
  void a_value_parses(String value, String tree) {
    parses("select " + value + " from E e", "(select " + tree + " (from E:e))");
  }
}
