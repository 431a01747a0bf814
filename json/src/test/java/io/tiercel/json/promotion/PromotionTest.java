package io.tiercel.json.promotion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.json.SqlName;
import io.tiercel.json.path.DocumentTable;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import io.tiercel.json.path.Normalisation;
import io.tiercel.json.path.PathStorage;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class PromotionTest {
  private static final DocumentTable TABLE =
      new DocumentTable(
          SqlName.of("public", "the books"),
          SqlName.of("id"),
          "bigint",
          SqlName.of("content"),
          List.of());
  private static final MappedPath CITY =
      MappedPath.of("city", "address.city", Normalisation.FOLDED, IndexKind.TEXT, IndexKind.WORDS);
  private static final MappedPath YEAR =
      MappedPath.of("year", "year", Normalisation.NONE, IndexKind.NUMBER);
  private static final MappedPath TAGS =
      MappedPath.of("tags", "tags[*]", Normalisation.NONE, IndexKind.TEXT);

  /// All that a definition of the schema shows, and no places of dropped columns.
  private static final String CATALOG =
      """
      select c.oid::regclass || ' ' || c.relkind::text || ' ' || c.relhasindex
        || coalesce(' ' || pg_get_indexdef(i.indexrelid) || i.indisvalid, '')
      from pg_class c left join pg_index i on i.indexrelid = c.oid
      where c.relnamespace = 'public'::regnamespace
      union all
      select attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || attnum
        || attnotnull || atthasdef || attgenerated::text || attcollation || attstorage::text || attstattarget
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and not attisdropped
      union all
      select stxrelid::regclass || ' ' || pg_get_statisticsobjdef(oid) from pg_statistic_ext
      union all
      select conrelid::regclass || ' ' || conname || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all
      select adrelid::regclass || ' ' || pg_get_expr(adbin, adrelid) from pg_attrdef
      union all
      select description from pg_description where objoid >= 16384
      union all
      select extname::text from pg_extension
      union all
      select tgname::text from pg_trigger
      union all
      select proname::text from pg_proc where oid >= 16384
        and oid not in (select objid from pg_depend where deptype = 'e')
      order by 1
      """;

  private TestDatabase database = TestServer.v18().newDatabase();
  private Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()));

  @BeforeEach
  void store() {
    connection.execute(TABLE.createTable());
    connection.execute(
        """
        insert into "the books" (content)
        select jsonb_build_object(
          'address', jsonb_build_object('city', 'Köln ' || n, 'street', repeat('x', 50)),
          'year', n % 500, 'tags', jsonb_build_array('t' || n % 300, 'all'))
        from generate_series(1, 3000) n
        """);
    connection.execute("create index other on \"the books\" ((content ->> 'other'))");
    connection.execute("create extension pg_trgm");
    connection.execute("analyze \"the books\"");
  }

  @AfterEach
  void close() {
    connection.close();
    database.close();
  }

  private static MappedPath path(PromotionKind kind) {
    return switch (kind) {
      case STORED_COLUMN, VIRTUAL_COLUMN, STATISTICS -> YEAR;
      case EXPRESSION_INDEX, WORDS_INDEX, TRIGRAM_INDEX -> CITY;
      case ARRAY_INDEX -> TAGS;
    };
  }

  private List<String> catalog() {
    return connection.queryList(CATALOG, row -> String.valueOf(row.getString(0)));
  }

  private void run(List<DdlCommand> commands) {
    for (DdlCommand command : commands) {
      connection.execute(command.sql());
    }
  }

  @ParameterizedTest
  @EnumSource(PromotionKind.class)
  void what_is_undone_leaves_the_catalog_as_it_was(PromotionKind kind) {
    for (boolean concurrently : new boolean[] {false, true}) {
      var promotion = new Promotion(TABLE, path(kind), kind);
      List<String> before = catalog();
      run(promotion.up(concurrently));
      List<String> during = catalog();
      assertNotEquals(before, during);
      promotion
          .indexes()
          .forEach(
              index ->
                  assertTrue(
                      during.stream().anyMatch(line -> line.contains(index.last())),
                      index::toString));
      run(promotion.down(concurrently));
      assertEquals(before, catalog());
      run(promotion.down(concurrently)); // a second time changes nothing
      assertEquals(before, catalog());
    }
  }

  @ParameterizedTest
  @EnumSource(PromotionKind.class)
  void only_commands_that_say_so_run_in_a_transaction(PromotionKind kind) {
    var promotion = new Promotion(TABLE, path(kind), kind);
    connection.execute("begin");
    run(promotion.up(false));
    assertTrue(promotion.up(false).stream().allMatch(DdlCommand::inTransaction));
    connection.execute("rollback");
    assertEquals(
        promotion.indexes().size(),
        promotion.up(true).stream().filter(command -> !command.inTransaction()).count());
  }

  private String plan(String condition) {
    connection.execute("set enable_seqscan = off");
    return String.join(
        "\n",
        connection.queryList(
            "explain select id from \"the books\" where " + condition,
            row -> String.valueOf(row.getString(0))));
  }

  private long count(String condition) {
    return Long.parseLong(
        connection
            .queryList(
                "select count(*)::text from \"the books\" where " + condition,
                row -> String.valueOf(row.getString(0)))
            .getFirst());
  }

  @ParameterizedTest
  @ValueSource(strings = {"STORED_COLUMN", "VIRTUAL_COLUMN", "EXPRESSION_INDEX"})
  void the_same_condition_uses_what_the_path_was_given(PromotionKind kind) {
    for (MappedPath path : List.of(YEAR, CITY)) {
      var promotion = new Promotion(TABLE, path, kind);
      run(promotion.up(false));
      MappedPath promoted = promotion.promoted();
      boolean text = path.equals(CITY);
      String condition =
          text
              ? promoted.text(TABLE.document()) + " = 'koln 7'"
              : promoted.number(TABLE.document()) + " = 7";
      String index = promotion.indexes().getFirst().last();
      assertTrue(plan(condition).contains(index), () -> plan(condition));
      assertEquals(text ? 1 : 6, count(condition));
      assertEquals(
          kind == PromotionKind.STORED_COLUMN, !condition.contains("\"content\""), condition);
      assertFalse(promotion.rewritesTable() && kind != PromotionKind.STORED_COLUMN);
    }
  }

  @Test
  void a_virtual_column_is_a_name_for_the_indexed_expression() {
    var promotion = new Promotion(TABLE, YEAR, PromotionKind.VIRTUAL_COLUMN);
    run(promotion.up(false));
    String plan = plan(promotion.columns().getFirst() + " = 7");
    assertTrue(plan.contains(promotion.indexes().getFirst().last()), plan);
  }

  @Test
  void statistics_bring_the_estimate_of_the_expression() {
    String condition = YEAR.number(TABLE.document()) + " = 7";
    assertTrue(plan(condition).contains("rows=15 "), () -> plan(condition)); // 0.5 % of 3000
    run(new Promotion(TABLE, YEAR, PromotionKind.STATISTICS).up(false));
    assertTrue(plan(condition).contains("rows=6 "), () -> plan(condition));
  }

  @Test
  void trigrams_serve_what_is_inside_of_a_text() {
    var promotion = new Promotion(TABLE, CITY, PromotionKind.TRIGRAM_INDEX);
    run(promotion.up(false));
    String condition = CITY.wholeText(TABLE.document()) + " like '%oln 299%'";
    assertTrue(plan(condition).contains("city_trigram"), () -> plan(condition));
    assertEquals(11, count(condition));
  }

  @Test
  void a_table_is_created_with_its_stored_paths() {
    var paths = List.of(CITY.in(PathStorage.STORED), YEAR.in(PathStorage.STORED));
    var stored =
        new DocumentTable(SqlName.of("stored"), TABLE.id(), "bigint", TABLE.document(), paths);
    connection.execute(stored.createTable());
    stored.createIndexes().forEach(connection::execute);
    connection.execute(
        "insert into stored (content) values ('{\"address\": {\"city\": \"KÖLN\"}, \"year\": 7}')");
    assertEquals(
        List.of("koln 7"),
        connection.queryList(
            "select city_text || ' ' || year_number from stored",
            row -> String.valueOf(row.getString(0))));
  }

  @Test
  void what_a_path_cannot_be_given_is_refused() {
    refused(TAGS, PromotionKind.STORED_COLUMN);
    refused(TAGS, PromotionKind.TRIGRAM_INDEX);
    refused(YEAR, PromotionKind.WORDS_INDEX);
    refused(CITY, PromotionKind.ARRAY_INDEX);
    refused(CITY.in(PathStorage.STORED), PromotionKind.STORED_COLUMN);
    assertThrows(IllegalArgumentException.class, () -> TAGS.in(PathStorage.STORED));
  }

  private static void refused(MappedPath path, PromotionKind kind) {
    assertThrows(IllegalArgumentException.class, () -> new Promotion(TABLE, path, kind));
  }
}
