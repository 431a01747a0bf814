package io.tiercel.json.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tiercel.json.SqlName;
import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.CqlQuery;
import io.tiercel.json.cql.CqlString;
import io.tiercel.json.path.DocumentTable;
import io.tiercel.json.path.PathStorage;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What queries find in the database, against what the same questions find in memory; and by which
/// index.
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentSearchTest {
  private final List<Book> books = Book.random(new Random(42), 4_000);
  private TestDatabase database = TestServer.v18().newDatabase();
  private Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()));
  private DocumentSearch search = new DocumentSearch(connection, Book.PROFILE);

  @BeforeAll
  void store() {
    connection.execute(Book.TABLE.createTable());
    for (int i = 0; i < books.size(); i += 500) {
      var documents = books.subList(i, Math.min(books.size(), i + 500)).stream();
      connection.execute(
          "insert into books (document) select value from jsonb_array_elements($1::text::jsonb)",
          documents.map(Book::document).toList().toString());
    }
    connection.execute("create extension pg_trgm");
    Book.TABLE.createIndexes().forEach(connection::execute);
    connection.execute("vacuum analyze books");
    connection.execute("set enable_seqscan = off");
  }

  @AfterAll
  void close() {
    connection.close();
    database.close();
  }

  private static Arguments query(String query, String index, Predicate<Book> expected) {
    return arguments(query, index, expected);
  }

  /// A query, the index that serves it and what it means.
  private static Stream<Arguments> queries() {
    String longName = Book.LONG_NAME;
    return Stream.of(
        query("isbn == 9780000000017", "books_isbn_text", b -> b.isbn().equals("9780000000017")),
        query("isbn = 9780000000017", "books_isbn_text", b -> b.isbn().equals("9780000000017")),
        query("isbn exact 97800000000", "books_isbn_text", b -> false),
        query("isbn == 978000000001*", "books_isbn_text", b -> b.isbn().startsWith("978000000001")),
        query("isbn <> 9780000000017", "books_isbn_text", b -> !b.isbn().equals("9780000000017")),
        query("b.author == \"MULLER, EMIL\"", "books_author_text", b -> b.isBy("muller, emil")),
        query("author == \"Müller, Émil\"", "books_author_text", b -> b.isBy("muller, emil")),
        query("author == /ignoreCase \"mü*\"", "books_author_text", b -> b.byPrefix("mu")),
        query("author == \"*\"", "books_author_text", b -> b.author() != null),
        query("author = \"\"", "books_author_text", b -> b.author() != null),
        query(
            "author <> \"muller, emil\"",
            "books_author_text",
            b -> b.author() != null && !b.isBy("muller, emil")),
        query("author < \"D\"", "books_author_text", b -> b.byLess("d")),
        query("author >= \"S\"", "books_author_text", b -> b.author() != null && !b.byLess("s")),
        query(
            "author == \"" + longName + "\"",
            "books_author_text",
            b -> b.isBy(Book.fold(longName))),
        query(
            "author == \"" + longName + "x\"",
            "books_author_text",
            b -> b.isBy(Book.fold(longName + "x"))),
        query("year = 1998", "books_year_number", b -> b.is(1998)),
        query("year == /number 1998.0", "books_year_number", b -> b.is(1998)),
        query("year <> 1998", "books_year_number", b -> b.year() != null && !b.is(1998)),
        query("year > 2020", "books_year_number", b -> b.isBetween(2021, 9999)),
        query("year within \"1990 1992\"", "books_year_number", b -> b.isBetween(1990, 1992)),
        query("year = \"\"", "books_year_number", b -> b.year() != null),
        query("falke", "books_title_words", b -> b.hasWords("falke")),
        query("cql.serverChoice = falke", "books_title_words", b -> b.hasWords("falke")),
        query("title = FALKE", "books_title_words", b -> b.hasWords("falke")),
        query("title = \"rote falke\"", "books_title_words", b -> b.hasPhrase("rote", "falke")),
        query(
            "title adj \"rot* falke\"",
            "books_title_words",
            b -> b.hasPhrase("rote", "falke") || b.hasPhrase("roter", "falke")),
        query("title all \"falke grun\"", "books_title_words", b -> b.hasWords("falke", "grun")),
        query(
            "title any \"falke grün\"",
            "books_title_words",
            b -> b.hasWords("falke") || b.hasWords("grun")),
        query(
            "title any \"fal* grün &\"",
            "books_title_words",
            b -> b.hasWords("falke") || b.hasWords("grun")),
        query("title = \"it's\"", "books_title_words", b -> b.hasPhrase("it", "s")),
        query(
            "title = rote prox title = falke",
            "books_title_words",
            b -> b.hasNear("rote", "falke", 1) || b.hasNear("falke", "rote", 1)),
        query(
            "title = rote prox/distance<=3/ordered title = falke",
            "books_title_words",
            b ->
                b.hasNear("rote", "falke", 1)
                    || b.hasNear("rote", "falke", 2)
                    || b.hasNear("rote", "falke", 3)),
        query(
            "title = rote prox/unit=word/distance=2 title = falke",
            "books_title_words",
            b -> b.hasNear("rote", "falke", 2) || b.hasNear("falke", "rote", 2)),
        query("tag == Ärger", "books_tag_text", b -> b.tags().contains("Ärger")),
        query("tag == arger", "books_tag_text", b -> b.tags().contains("Ärger")),
        query("tag =/string \"a \\\"b\\\"\"", "books_tag_text", b -> b.tags().contains("a \"b\"")),
        query(
            "tag =/string \"back\\\\slash\"",
            "books_tag_text",
            b -> b.tags().contains("back\\slash")),
        query("tag = b", "books_tag_words", b -> b.tags().contains("a \"b\"")),
        query(
            "title = falke and year = 1998",
            "books_title_words",
            b -> b.hasWords("falke") && b.is(1998)),
        query(
            "year = 1998 or tag == arger",
            "books_year_number",
            b -> b.is(1998) || b.tags().contains("Ärger")),
        query(
            "title = falke not year > 1950",
            "books_title_words",
            b -> b.hasWords("falke") && !b.isBetween(1951, 9999)),
        query(
            "title = falke not author == \"m*\"",
            "books_title_words",
            b -> b.hasWords("falke") && !b.byPrefix("m")),
        query("author == \"*MITH*\"", "books_author_trigram", b -> b.byMatches(".*mith.*")),
        query("author == \"s?ith, j*n\"", "books_author_trigram", b -> b.byMatches("s.ith, j.*n")),
        query("author == \"*hor17?\"", "books_author_trigram", b -> b.byMatches(".*hor17.")),
        query("author == \"*'hara?*\"", "books_author_trigram", b -> b.byMatches(".*'hara..*")),
        query("author == \"*mül?er, \\*\"", "books_author_trigram", b -> false),
        query("author == \"*100%_*\"", "books_author_trigram", b -> false),
        query("author == \"^muller, emil^\"", "books_author_text", b -> b.isBy("muller, emil")),
        query("heading = *alk?", "books_heading_trigram", b -> b.hasWordLike(".*alk.")),
        query(
            "heading any \"*alk? w12?4\"",
            "books_heading_trigram",
            b -> b.hasWordLike(".*alk.") || b.hasWordLike("w12.4")),
        query(
            "heading all \"*lke rot*\"",
            "books_heading_words",
            b -> b.hasWordLike(".*lke") && b.hasWordLike("rot.*")),
        query("title = ^falke", "books_title_words", b -> b.begins("falke")),
        query("title = \"falke^\"", "books_title_words", b -> b.ends("falke")),
        query("title = \"^rote falke\"", "books_title_words", b -> b.begins("rote", "falke")),
        query("title adj \"rote falke^\"", "books_title_words", b -> b.ends("rote", "falke")),
        query("title = \"^it's\"", "books_title_words", b -> b.begins("it", "s")),
        query("title = \"it's^\"", "books_title_words", b -> b.ends("it", "s")),
        query(
            "title = \"^FALKE^\"",
            "books_title_words",
            b -> b.begins("falke") && b.words().size() == 1),
        query(
            "title all \"^rote falke^\"",
            "books_title_words",
            b -> b.begins("rote") && b.ends("falke")),
        query(
            "title any \"^rote falke^\"",
            "books_title_words",
            b -> b.begins("rote") || b.ends("falke")),
        query("b.span encloses 1990", "books_until_number", b -> b.spans(1990, 1990)),
        query("b.span encloses \"1990 1994\"", "books_until_number", b -> b.spans(1990, 1994)),
        query(
            "b.span within \"1990 1999\"",
            "books_year_number",
            b -> b.isBetween(1990, 1999) && b.until() <= 1999),
        query(
            "> x = \"urn:books\" x.author == \"muller, emil\"",
            "books_author_text",
            b -> b.isBy("muller, emil")),
        query(
            "> \"urn:books\" (author == \"muller, emil\")",
            "books_author_text",
            b -> b.isBy("muller, emil")));
  }

  @ParameterizedTest
  @MethodSource("queries")
  void a_query_finds_what_it_means(String query, String index, Predicate<Book> expected) {
    CqlQuery parsed = CqlQuery.parse(query);
    long count = books.stream().filter(expected).count();
    assertEquals(count, search.count(parsed));
    List<Hit> hits = search.page(parsed, null, 10_000).hits();
    assertEquals(books.stream().filter(expected).map(Book::isbn).toList(), isbns(hits));
  }

  @ParameterizedTest
  @MethodSource("queries")
  void a_query_is_served_by_its_index(String query, String index, Predicate<Book> expected) {
    DocumentSearch.Statement statement = search.countStatement(CqlQuery.parse(query));
    for (List<String> plan : List.of(plan(statement), genericPlan(statement))) {
      assertTrue(plan.stream().anyMatch(line -> line.contains(index)), plan::toString);
      assertTrue(plan.stream().noneMatch(line -> line.contains("Seq Scan")), plan::toString);
      // An ordered index that is read from end to end would serve everything.
      assertTrue(plan.stream().anyMatch(line -> line.contains("Index Cond:")), plan::toString);
    }
  }

  /// The plan for any parameters, which a statement may get that has been executed often.
  private List<String> genericPlan(DocumentSearch.Statement statement) {
    int count = statement.parameters().size();
    String types =
        count == 0 ? "" : "(" + String.join(",", Collections.nCopies(count, "text")) + ")";
    String nulls = count == 0 ? "" : "(" + String.join(",", Collections.nCopies(count, "''")) + ")";
    connection.script("prepare searched" + types + " as " + statement.sql());
    connection.script("set plan_cache_mode = force_generic_plan");
    try {
      return connection.simpleQuery("explain (costs off) execute searched" + nulls).stream()
          .map(row -> String.valueOf(row.getFirst()))
          .toList();
    } finally {
      connection.script("reset plan_cache_mode");
      connection.script("deallocate searched");
    }
  }

  private List<String> plan(DocumentSearch.Statement statement) {
    return connection.queryList(
        "explain (costs off) " + statement.sql(),
        row -> String.valueOf(row.getString(0)),
        statement.parameters().toArray());
  }

  private static List<String> isbns(List<Hit> hits) {
    return hits.stream()
        .map(hit -> hit.document().replaceAll(".*\"isbn\": \"(\\d+)\".*", "$1"))
        .toList();
  }

  /// How a result is sorted; a book without a value has null.
  private static Stream<Arguments> orders() {
    Comparator<Book> author =
        Comparator.comparing(Book::author, nullsLast(Comparator.comparing(Book::sorted)));
    Comparator<Book> year = Comparator.comparing(Book::year, nullsLast(Comparator.naturalOrder()));
    return Stream.of(
        arguments("sortby author", author.thenComparing(Book::isbn)),
        arguments(
            "sortby author/sort.descending",
            descending(Book::sorted).thenComparing(Book::isbn, Comparator.reverseOrder())),
        arguments(
            "sortby author/missingLow",
            Comparator.comparing(
                    Book::author, Comparator.nullsFirst(Comparator.comparing(Book::sorted)))
                .thenComparing(Book::isbn)),
        arguments("sortby year", year.thenComparing(Book::isbn)),
        arguments("sortby year author", year.thenComparing(author).thenComparing(Book::isbn)),
        arguments(
            "sortby author/descending year/missingLow",
            descending(Book::sorted)
                .thenComparing(Book::year, Comparator.nullsFirst(Comparator.naturalOrder()))
                .thenComparing(Book::isbn, Comparator.reverseOrder())));
  }

  private static <T> Comparator<T> nullsLast(Comparator<? super T> order) {
    return Comparator.nullsLast(order);
  }

  /// By author, the last first; those without one are the highest.
  private static Comparator<Book> descending(java.util.function.Function<String, String> fold) {
    return Comparator.comparing(
        Book::author, Comparator.nullsFirst(Comparator.comparing(fold, Comparator.reverseOrder())));
  }

  @ParameterizedTest
  @MethodSource("orders")
  void pages_bring_everything_once_and_in_order(String sort, Comparator<Book> order) {
    CqlQuery query = CqlQuery.parse("title any \"falke grün rote\" " + sort);
    List<String> expected =
        books.stream()
            .filter(b -> b.hasWords("falke") || b.hasWords("grun") || b.hasWords("rote"))
            .sorted(order)
            .map(Book::isbn)
            .toList();
    assertTrue(expected.size() > 200, () -> "only " + expected.size());
    for (int size : new int[] {1, 7, 97, expected.size(), expected.size() + 1}) {
      if (size == 1 && expected.size() > 1_000) {
        continue;
      }
      List<String> found = new ArrayList<>();
      String next = null;
      do {
        Page page = search.page(query, next, size);
        found.addAll(isbns(page.hits()));
        next = page.next();
      } while (next != null);
      assertEquals(expected, found, "pages of " + size);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "sortby author, books_author_text",
    "sortby author/descending, books_author_text",
    "sortby author/missingOmit, books_author_text",
    "sortby year, books_year_number",
    "sortby year/descending, books_year_number",
    "'', books_pkey"
  })
  void a_page_is_read_from_the_index_of_its_order(String sort, String index) {
    CqlQuery query = CqlQuery.parse("cql.allRecords = 1 " + sort);
    String next = search.page(query, null, 100).next();
    for (DocumentSearch.Statement statement : search.pageStatements(query, next, 10)) {
      List<String> plan = plan(statement);
      assertTrue(plan.stream().noneMatch(line -> line.contains("Sort")), plan::toString);
      // Records without a value may as well come by their ids.
      if (sort.isEmpty() || statement.sql().contains(" is not null")) {
        assertTrue(plan.stream().anyMatch(line -> line.contains(index)), plan::toString);
        assertTrue(plan.stream().anyMatch(line -> line.contains("Index Cond:")), plan::toString);
      }
    }
  }

  @Test
  void missing_values_are_left_out_or_end_the_sorting_where_the_query_says_so() {
    CqlQuery omit = CqlQuery.parse("cql.allRecords = 1 sortby year/missingOmit");
    long withYear = books.stream().filter(b -> b.year() != null).count();
    assertEquals(withYear, search.count(omit));
    assertEquals(withYear, search.page(omit, null, 10_000).hits().size());

    var failed =
        assertThrows(
            CqlException.class,
            () ->
                search.page(CqlQuery.parse("cql.allRecords = 1 sortby year/missingFail"), null, 1));
    assertEquals(93, failed.type().number());
    assertEquals(
        1,
        search.page(CqlQuery.parse("year = \"\" sortby year/missingFail"), null, 1).hits().size());
  }

  @Test
  void a_cursor_is_of_its_query_alone() {
    CqlQuery query = CqlQuery.parse("cql.allRecords = 1 sortby author");
    String next = search.page(query, null, 10).next();
    CqlQuery other = CqlQuery.parse("cql.allRecords = 2 sortby author");
    assertThrows(IllegalArgumentException.class, () -> search.page(other, next, 10));
    for (String bad : List.of("", "!", "AAAA", "LTo", "OTk5OTk5OTk5OTk6")) {
      assertThrows(IllegalArgumentException.class, () -> search.page(query, bad, 10));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nothing = x | 16 | 0",
        "dc.title = x | 15 | 0",
        "b.nothing = x | 16 | 0",
        "cql.allIndexes = x | 16 | 0",
        "cql.resultSetId = x | 50 | 0",
        "title encloses x | 22 | 6",
        "b.span < 1990 | 22 | 7",
        "b.span encloses \"1 2 3\" | 36 | 16",
        "b.span encloses \"\" | 36 | 16",
        "title near x | 19 | 6",
        "title rel.any x | 15 | 6",
        "title =/stem x | 20 | 8",
        "title =/respectCase x | 20 | 8",
        "title =/locale=de x | 20 | 8",
        "year =/number/word 7 | 21 | 5",
        "title == x | 22 | 6",
        "title < x | 22 | 6",
        "isbn any x | 22 | 5",
        "tag < x | 22 | 4",
        "isbn =/number 7 | 22 | 5",
        "title adj \"\" | 27 | 10",
        "title = \"a\\nb\" | 26 | 8",
        "title = \"a\\ b\" | 26 | 8",
        "title = d?g | 28 | 8",
        "tag == x* | 28 | 7",
        "author < x* | 28 | 9",
        "title = *g | 49 | 8",
        "isbn == 9*7 | 49 | 8",
        "title = fal^ke | 32 | 8",
        "title = \"rote ^falke\" | 32 | 8",
        "title = \"^rot*\" | 31 | 8",
        "title = \"rote ^\" | 32 | 8",
        "title = \"rote *\" | 29 | 8",
        "tag = ^t17 | 31 | 6",
        "author < ^x | 31 | 9",
        "author == *ab* | 29 | 10",
        "author <> *abc* | 49 | 10",
        "heading = *a* | 29 | 10",
        "heading = \"*falk? rote\" | 33 | 10",
        "heading = *alke prox heading = rote | 33 | 10",
        "title = ^a prox title = b | 34 | 8",
        "title = \"& !\" | 35 | 8",
        "year = x | 36 | 7",
        "year = 1e99 | 36 | 7",
        "year within 1990 | 36 | 12",
        "title = falke prox year = 1998 | 39 | 14",
        "falke prox title = rote | 39 | 6",
        "title = \"a b\" prox title = c | 39 | 8",
        "title = a prox/distance>2 title = b | 40 | 15",
        "title = a prox/distance=99 title = b | 41 | 15",
        "title = a prox/distance<1 title = b | 41 | 15",
        "title = a prox/unit=sentence title = b | 42 | 15",
        "title = a prox/near title = b | 46 | 15",
        "title = a and/rel.combine=sum title = b | 46 | 14",
        "a sortby title | 82 | 9",
        "a sortby tag | 82 | 9",
        "a sortby author/respectCase | 82 | 9",
        "a sortby author/missingValue=x | 92 | 9",
        "a sortby nothing | 16 | 9",
        "a sortby year year year year year year | 84 | 34"
      })
  void what_cannot_be_served_is_answered_with_its_diagnostic(
      String query, int number, int position) {
    var refused =
        assertThrows(CqlException.class, () -> search.page(CqlQuery.parse(query), null, 10));
    assertEquals(number, refused.type().number(), refused::toString);
    assertEquals(position, refused.position(), refused::toString);
  }

  @Test
  void long_terms_of_ranges_and_beginnings_are_refused() {
    for (String query : List.of("author < ", "author == ")) {
      String term = "x".repeat(200) + (query.contains("==") ? "*" : "");
      var refused =
          assertThrows(CqlException.class, () -> search.count(CqlQuery.parse(query + term)));
      assertEquals(23, refused.type().number());
    }
  }

  private static final String[] INDEXES = {
    "title", "heading", "author", "isbn", "year", "tag", "b.span", "cql.allRecords"
  };
  private static final String[] RELATIONS = {
    "=", "==", "<>", "<", ">=", "any", "all", "adj", "within", "encloses", "=/string", "=/unmasked"
  };
  private static final String[] PIECES = {
    "zzmark",
    "'",
    "''",
    "\\\\",
    "\\\"",
    "$1",
    ";--",
    "*",
    "?",
    "^",
    ":*",
    "|",
    "&",
    "!",
    "<->",
    "(",
    ")",
    " ",
    "%",
    "_",
    "{",
    "}",
    "[",
    "]",
    "+",
    ".",
    "E'",
    "é",
    "\ud83d\ude00",
    "\u00a0",
    "\u0301",
    "Ⓐ",
    "≠",
    "1998",
    "\n",
    "$$",
    "/*",
    "abc"
  };

  private static String randomQuery(Random random) {
    var text = new StringBuilder();
    int clauses = random.nextInt(1, 4);
    for (int j = 0; j < clauses; j++) {
      if (j > 0) {
        text.append(List.of(" and ", " or ", " not ", " prox/distance<3 ").get(random.nextInt(4)));
      }
      text.append(INDEXES[random.nextInt(INDEXES.length)]).append(' ');
      text.append(RELATIONS[random.nextInt(RELATIONS.length)]).append(" \"");
      for (int k = random.nextInt(1, 5); k > 0; k--) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      text.append('"');
    }
    if (random.nextInt(4) == 0) {
      text.append(" sortby author year/descending");
    }
    return text.toString();
  }

  /// Literals that generated SQL has beside those of the mapping: the signs of tsqueries and of
  /// regular expressions, and a json type.
  private static final Set<String> OWN_LITERALS =
      Set.of(
          "'simple'",
          "''''",
          "''''''",
          "''':*'",
          "E'\\\\'",
          "E'\\\\\\\\'",
          "E'\\\\m'",
          "E'\\\\M'",
          "E'\\\\w'",
          "E'\\\\w*'",
          "'[]'",
          "'{}'",
          "'string'");

  /// All words of SQL that generated statements are made of; numbers are lengths, distances and
  /// limits.
  private static final Set<String> WORDS =
      Set.of(
          """
          all and any array as books by case chr collate count d desc distinct document e
          element else end exists from g group is jsonb jsonb_array_elements
          jsonb_build_array jsonb_path_query_array jsonb_typeof left length lexeme like
          limit lower max NFD normalize not null nulls first last numeric order or p
          phraseto_tsquery place places regconfig regexp_replace repeat replace s select
          text then to_tsquery to_tsvector true tsquery_phrase unnest v value w weights
          when where bigint
          """
              .strip()
              .split("\\s+", -1));

  /// Every token of a generated statement is of the mapping or of the generator, whatever the query
  /// says; what it says is a parameter.
  @Test
  void generated_sql_is_made_of_the_mapping_alone() {
    long seed = System.nanoTime();
    System.out.println("generated_sql_is_made_of_the_mapping_alone: seed " + seed);
    var random = new Random(seed);
    Set<String> literals = new HashSet<>(OWN_LITERALS);
    Set<String> identifiers = new HashSet<>();
    for (String command : Book.TABLE.createIndexes()) {
      SqlTokens tokens = SqlTokens.of(command);
      literals.addAll(tokens.literals());
      identifiers.addAll(tokens.identifiers());
    }
    identifiers.add("\"C\"");
    int answered = 0;
    for (int i = 0; i < 20_000; i++) {
      String text = randomQuery(random);
      try {
        CqlQuery query = CqlQuery.parse(text);
        List<DocumentSearch.Statement> statements = new ArrayList<>();
        statements.add(search.countStatement(query));
        statements.add(search.facetStatement(query, "tag", 3));
        statements.add(search.facetStatement(query, "author", 3));
        statements.addAll(search.pageStatements(query, null, 5));
        for (DocumentSearch.Statement statement : statements) {
          SqlTokens tokens = SqlTokens.of(statement.sql());
          for (String word : tokens.words()) {
            assertTrue(
                WORDS.contains(word) || word.matches("[0-9]{1,3}|1114111"),
                () -> word + " of " + text + ": " + statement.sql());
          }
          assertTrue(
              literals.containsAll(tokens.literals()),
              () -> text + " has others than the mapping's: " + tokens.literals());
          assertTrue(
              identifiers.containsAll(tokens.identifiers()),
              () -> text + " has others than the mapping's: " + tokens.identifiers());
          for (String parameter : tokens.parameters()) {
            int number = Integer.parseInt(parameter.substring(1));
            assertTrue(number >= 1 && number <= statement.parameters().size(), statement::sql);
          }
        }
        answered++;
      } catch (CqlException e) {
        assertTrue(e.type().number() >= 10, e::toString);
      }
    }
    assertTrue(answered > 2_000, "too few were answered: " + answered);
  }

  /// No query makes the server refuse it, and a count is that of its pages.
  @Test
  void no_query_makes_the_server_refuse_it() {
    long seed = System.nanoTime();
    System.out.println("no_query_makes_the_server_refuse_it: seed " + seed);
    var random = new Random(seed);
    int answered = 0;
    for (int i = 0; i < 3_000; i++) {
      String text = randomQuery(random);
      try {
        CqlQuery query = CqlQuery.parse(text);
        long count = search.count(query);
        assertEquals(Math.min(5, count), search.page(query, null, 5).hits().size(), text);
        search.facet(query, "tag", 3);
        answered++;
      } catch (CqlException e) {
        assertTrue(e.type().number() >= 10, e::toString);
      }
    }
    assertTrue(answered > 300, "too few were answered: " + answered);
  }

  private static Stream<Arguments> facets() {
    return Stream.of(
        arguments("author", facet(b -> b.author() == null ? List.of() : List.of(b.author()))),
        arguments("b.author", facet(b -> b.author() == null ? List.of() : List.of(b.author()))),
        arguments("year", facet(b -> b.year() == null ? List.of() : List.of("" + b.year()))),
        arguments("isbn", facet(b -> List.of(b.isbn()))),
        arguments("tag", facet(Book::tags)));
  }

  private static Function<Book, List<String>> facet(Function<Book, List<String>> values) {
    return values;
  }

  /// Against the books in memory, and against the query that each value stands for.
  @ParameterizedTest
  @MethodSource("facets")
  void a_facet_counts_exactly(String index, Function<Book, List<String>> values) {
    CqlQuery query = CqlQuery.parse("title any \"falke grün rote\"");
    Map<String, Long> counts =
        books.stream()
            .filter(b -> b.hasWords("falke") || b.hasWords("grun") || b.hasWords("rote"))
            .flatMap(b -> values.apply(b).stream().map(Book::fold).distinct())
            .collect(Collectors.groupingBy(value -> value, Collectors.counting()));
    List<FacetCount> expected =
        counts.entrySet().stream()
            .map(entry -> new FacetCount(entry.getKey(), entry.getValue()))
            .sorted(
                Comparator.comparingLong(FacetCount::count)
                    .reversed()
                    .thenComparing(FacetCount::value))
            .toList();
    assertTrue(expected.size() > 20, () -> "only " + expected.size());
    assertEquals(expected, search.facet(query, index, 10_000));
    assertEquals(expected.subList(0, 7), search.facet(query, index, 7));
    for (FacetCount facet : expected.subList(0, 20)) {
      String each =
          "(%s) and %s == \"%s\"".formatted(query, index, CqlString.literal(facet.value()).raw());
      assertEquals(facet.count(), search.count(CqlQuery.parse(each)), each);
    }
  }

  @Test
  void long_values_that_begin_alike_are_two_of_a_facet() {
    List<FacetCount> facet = search.facet(CqlQuery.parse("author == \"prinz von*\""), "author", 10);
    assertEquals(
        List.of(Book.fold(Book.LONG_NAME), Book.fold(Book.LONG_NAME + "x")),
        facet.stream().map(FacetCount::value).sorted().toList());
  }

  /// Long values among them, which a column has the beginning of.
  @Test
  void a_facet_of_a_stored_column_is_that_of_the_documents() {
    var paths =
        Book.TABLE.paths().stream()
            .filter(path -> Set.of("isbn", "author").contains(path.name()))
            .map(path -> path.in(PathStorage.STORED))
            .toList();
    var table =
        new DocumentTable(
            SqlName.of("kept"), Book.TABLE.id(), "bigint", Book.TABLE.document(), paths);
    connection.execute(table.createTable());
    connection.execute("insert into kept (id, document) select id, document from books");
    table.createIndexes().forEach(connection::execute);
    connection.execute("vacuum analyze kept");
    var kept =
        new DocumentSearch(
            connection,
            new CqlProfile(table, Map.of(), Map.of("isbn", "isbn", "author", "author"), "isbn"));
    for (String query :
        List.of("cql.allRecords = 1", "author == \"prinz von*\"", "author > n", "isbn > 978")) {
      CqlQuery asked = CqlQuery.parse(query);
      for (String index : List.of("author", "isbn")) {
        for (int limit : List.of(1, 2, 3, 5, 10_000)) {
          List<FacetCount> expected = search.facet(asked, index, limit);
          assertTrue(!expected.isEmpty(), query);
          assertEquals(expected, kept.facet(asked, index, limit), query + " of " + index);
        }
      }
    }
    CqlQuery all = CqlQuery.parse("cql.allRecords = 1");
    String plan = explain(kept.facetStatement(all, "isbn", 3));
    assertTrue(plan.contains("Index Only Scan using kept_isbn_text"), plan);
    connection.execute("drop table kept");
  }

  private String explain(DocumentSearch.Statement statement) {
    return String.join(
        "\n",
        connection.queryList(
            "explain " + statement.sql(),
            row -> String.valueOf(row.getString(0)),
            statement.parameters().toArray()));
  }

  @Test
  void what_has_no_facet_is_answered_with_its_diagnostic() {
    CqlQuery query = CqlQuery.parse("cql.allRecords = 1");
    for (var refused : Map.of("title", 48, "nothing", 16, "dc.title", 15).entrySet()) {
      var diagnostic =
          assertThrows(CqlException.class, () -> search.facet(query, refused.getKey(), 5));
      assertEquals(refused.getValue(), diagnostic.type().number(), refused.getKey());
    }
    assertThrows(IllegalArgumentException.class, () -> search.facet(query, "author", 0));
  }

  @Test
  void the_first_page_of_nothing_is_the_last() {
    Page page = search.page(CqlQuery.parse("isbn == none sortby author"), null, 10);
    assertEquals(List.of(), page.hits());
    assertNull(page.next());
    assertEquals(Arrays.asList(), page.hits());
  }
}
