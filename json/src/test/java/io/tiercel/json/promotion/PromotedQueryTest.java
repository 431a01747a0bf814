package io.tiercel.json.promotion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.format.StoredAs;
import io.tiercel.json.SqlName;
import io.tiercel.json.mapping.Jsonb;
import io.tiercel.json.path.DocumentTable;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import io.tiercel.json.path.Normalisation;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Queries of an application that knows nothing of promotions.
@NullUnmarked // a null where none is expected fails the test by itself
@Timeout(120)
class PromotedQueryTest {
  record Content(String title, int year, Map<String, Object> more, List<String> tags) {}

  @Entity(name = "Leaf")
  static class Leaf {
    @Id int id;

    @StoredAs(Jsonb.class)
    Content content;
  }

  private static final DocumentTable TABLE =
      new DocumentTable(
          SqlName.of("public", "leaf"),
          SqlName.of("id"),
          "integer",
          SqlName.of("content"),
          List.of());
  private static final MappedPath TITLE =
      MappedPath.of("title", "title", Normalisation.NONE, IndexKind.TEXT);
  private static final MappedPath YEAR =
      MappedPath.of("year", "year", Normalisation.NONE, IndexKind.NUMBER);
  private static final MappedPath TAGS =
      MappedPath.of("tags", "tags[*]", Normalisation.NONE, IndexKind.TEXT);

  private static final String TITLES =
      "select l.content.title from Leaf l where l.content.title = 't7'";
  private static final String YEARS =
      "select l.content.year, count(l) from Leaf l where l.content.year > 1997 group by"
          + " l.content.year order by l.content.year";

  private TestDatabase database = TestServer.v18().newDatabase();

  @BeforeEach
  void store() {
    try (EntityManagerFactory factory = open("create")) {
      factory.runInTransaction(
          manager -> {
            for (int i = 0; i < 2_000; i++) {
              var leaf = new Leaf();
              leaf.id = i;
              leaf.content =
                  new Content("t" + i, 1500 + i % 500, Map.of("x", i), List.of("g" + i % 400));
              manager.persist(leaf);
            }
          });
    }
    database.execute("analyze leaf");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private EntityManagerFactory open(String action) {
    return new PersistenceConfiguration("promoted")
        .provider("io.tiercel.jpa.TiercelPersistenceProvider")
        .property("jakarta.persistence.jdbc.url", database.jdbcUrl())
        .property("jakarta.persistence.schema-generation.database.action", action)
        .managedClass(Leaf.class)
        .createEntityManagerFactory();
  }

  private void run(List<DdlCommand> commands) {
    commands.forEach(command -> database.execute(command.sql()));
  }

  private static String results(EntityManager manager) {
    return manager.createQuery(TITLES, String.class).getResultList()
        + manager.createQuery(YEARS, Object[].class).getResultList().stream()
            .map(List::of)
            .toList()
            .toString();
  }

  private static List<?> statements(EntityManager manager) {
    return manager
        .createNativeQuery(
            "select statement from pg_prepared_statements where statement like '%leaf%'"
                + " and statement not like '%pg_prepared%'",
            String.class)
        .getResultList();
  }

  @Test
  void a_stored_column_is_read_in_place_of_the_document_until_it_is_undone() {
    var title = new Promotion(TABLE, TITLE, PromotionKind.STORED_COLUMN);
    var year = new Promotion(TABLE, YEAR, PromotionKind.STORED_COLUMN);
    String before = resultsAnd(false);
    run(title.up(false));
    run(year.up(false));
    assertEquals(before, resultsAnd(true));
    run(title.down(false));
    run(year.down(false));
    assertEquals(before, resultsAnd(false));
  }

  /// A column has the first 600 characters of a text, whatever bytes they take, and nothing of one
  /// that is missing.
  @Test
  void long_and_missing_texts_are_read_whole_beside_a_stored_column() {
    List<String> titles =
        Arrays.asList(
            "u".repeat(599), "u".repeat(600), "u".repeat(600) + "a", "ü".repeat(599), "", null);
    try (EntityManagerFactory factory = open("none")) {
      factory.runInTransaction(
          manager -> {
            for (int i = 0; i < titles.size(); i++) {
              var leaf = new Leaf();
              leaf.id = 5_000 + i;
              leaf.content = new Content(titles.get(i), 1, Map.of(), List.of());
              manager.persist(leaf);
            }
          });
    }
    run(new Promotion(TABLE, TITLE, PromotionKind.STORED_COLUMN).up(false));
    try (EntityManagerFactory factory = open("none");
        EntityManager manager = factory.createEntityManager()) {
      String select = "select l.content.title from Leaf l where l.id >= 5000 order by ";
      assertEquals(titles, manager.createQuery(select + "l.id", String.class).getResultList());
      List<String> sorted = new ArrayList<>(titles);
      sorted.sort(Comparator.nullsLast(Comparator.naturalOrder()));
      assertEquals(
          sorted, manager.createQuery(select + "l.content.title", String.class).getResultList());
    }
  }

  private String resultsAnd(boolean readsColumns) {
    try (EntityManagerFactory factory = open("none")) {
      return factory.callInTransaction(
          manager -> {
            String results = results(manager);
            results(manager);
            List<?> statements = statements(manager);
            assertEquals(2, statements.size(), statements::toString);
            for (Object statement : statements) {
              String sql = statement.toString();
              assertEquals(readsColumns, sql.contains("_text\"") || sql.contains("_number\""), sql);
              boolean reads = sql.replaceAll("case when .*? end", "").contains(".content ->>");
              assertEquals(!readsColumns, reads, sql);
            }
            return results;
          });
    }
  }

  @Test
  void an_index_made_while_the_application_runs_serves_its_queries() {
    try (EntityManagerFactory factory = open("none")) {
      assertServed(factory, TITLE, PromotionKind.EXPRESSION_INDEX, TITLES);
      assertServed(
          factory,
          YEAR,
          PromotionKind.EXPRESSION_INDEX,
          "select l.id from Leaf l where l.content.year = 1507");
      assertServed(
          factory,
          TAGS,
          PromotionKind.ARRAY_INDEX,
          "select l.id from Leaf l where 'g7' member of l.content.tags");
      database.execute("create extension pg_trgm");
      assertServed(
          factory,
          TITLE,
          PromotionKind.TRIGRAM_INDEX,
          "select l.id from Leaf l where l.content.title like '%1234%'");
    }
  }

  private void assertServed(
      EntityManagerFactory factory, MappedPath path, PromotionKind kind, String query) {
    var promotion = new Promotion(TABLE, path, kind);
    String index = promotion.indexes().getFirst().toString();
    List<?> before =
        factory.callInTransaction(manager -> manager.createQuery(query).getResultList());
    assertFalse(before.isEmpty());
    run(promotion.up(false));
    factory.runInTransaction(
        manager -> {
          manager.createNativeQuery("set local enable_seqscan = off").executeUpdate();
          assertEquals(before, manager.createQuery(query).getResultList());
          String count = "select pg_stat_get_xact_numscans(cast('" + index + "' as regclass))";
          Number scans = (Number) manager.createNativeQuery(count, Long.class).getSingleResult();
          assertTrue(scans.longValue() > 0, () -> index + " is not used");
        });
    run(promotion.down(false));
  }
}
