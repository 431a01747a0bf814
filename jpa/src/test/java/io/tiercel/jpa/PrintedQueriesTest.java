package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.jpa.history.SystemVersioned;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The queries that `docs/queries.md` prints without Java around them, run as they stand there.
@NullUnmarked // a null where none is expected fails the test by itself
class PrintedQueriesTest {
  private static final Path PAGE = Path.of("../docs/queries.md");
  private static final Pattern PLAIN = Pattern.compile("(?ms)^```\\n(.*?)^```$");

  @Entity(name = "Category")
  static class Category {
    @Id int id;
    String name;
    @ManyToOne Category parent;
  }

  @Entity(name = "Shop")
  static class Shop {
    @Id int id;
    String name;
  }

  @Entity(name = "Price")
  @SystemVersioned(history = "price_history")
  static class Price {
    @Id int id;
    String name;
    BigDecimal amount;
    @ManyToOne Shop shop;
  }

  private TestUnit unit;

  @BeforeEach
  void open() {
    unit = TestUnit.of(Category.class, Shop.class, Price.class);
    unit.inTransaction(
        manager -> {
          Category above = null;
          for (int id = 1; id <= 3; id++) {
            var category = new Category();
            category.id = id;
            category.name = "c" + id;
            category.parent = above;
            manager.persist(category);
            above = category;
          }
          var shop = new Shop();
          shop.id = 1;
          shop.name = "corner";
          manager.persist(shop);
          var price = new Price();
          price.id = 1;
          price.name = "tea";
          price.amount = new BigDecimal("12");
          price.shop = shop;
          manager.persist(price);
        });
  }

  @AfterEach
  void close() {
    unit.close();
  }

  /// Of the page, in its order.
  private static List<String> printed() throws IOException {
    List<String> queries = new ArrayList<>();
    // Fences come in pairs: what stands between two blocks is no block.
    String page = Files.readString(PAGE).replaceAll("(?ms)^```\\w+\\n.*?^```\\n", "");
    var block = PLAIN.matcher(page);
    while (block.find()) {
      String text = block.group(1).strip();
      if (text.startsWith("select ") || text.startsWith("with ")) {
        queries.add(text);
      }
    }
    return queries;
  }

  private String rows(String jpql) {
    return unit.query(
        manager -> {
          var query = manager.createQuery(jpql, Object[].class);
          if (jpql.contains(":moment")) {
            query.setParameter("moment", Instant.now().plusSeconds(60));
          }
          return query.getResultList().stream()
              .map(
                  row ->
                      Stream.of(row).map(PrintedQueriesTest::text).collect(Collectors.joining(" ")))
              .collect(Collectors.joining("; "));
        });
  }

  private static String text(Object value) {
    return value instanceof Category category ? category.name : String.valueOf(value);
  }

  @Test
  void what_the_page_prints_runs() throws IOException {
    assertEquals(
        List.of("c1 0; c2 1; c3 2", "c1 1; c2 2; c3 3", "tea 12 corner"),
        printed().stream().map(this::rows).toList());
  }
}
