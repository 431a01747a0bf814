package io.tiercel.json.search;

import io.tiercel.json.SqlName;
import io.tiercel.json.path.DocumentTable;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import io.tiercel.json.path.Normalisation;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A document and what queries of it mean.
record Book(
    String isbn,
    List<String> words,
    @Nullable String author,
    @Nullable Integer year,
    List<String> tags) {

  static final String LONG_NAME = "Prinz " + "von und zu ".repeat(80) + "Ende";

  static final DocumentTable TABLE =
      new DocumentTable(
          SqlName.of("books"),
          SqlName.of("id"),
          "bigint",
          SqlName.of("document"),
          List.of(
              MappedPath.of("isbn", "isbn", Normalisation.NONE, IndexKind.TEXT),
              MappedPath.of("title", "title", Normalisation.FOLDED, IndexKind.WORDS),
              MappedPath.of(
                  "heading",
                  "title",
                  new Normalisation(true, false),
                  IndexKind.WORDS,
                  IndexKind.TRIGRAMS),
              MappedPath.of(
                  "author",
                  "by.\"full name\"",
                  Normalisation.FOLDED,
                  IndexKind.TEXT,
                  IndexKind.TRIGRAMS),
              MappedPath.of("year", "year", Normalisation.NONE, IndexKind.NUMBER),
              MappedPath.of("until", "until", Normalisation.NONE, IndexKind.NUMBER),
              MappedPath.of(
                  "tag", "tags[*]", Normalisation.FOLDED, IndexKind.TEXT, IndexKind.WORDS)));

  static final CqlProfile PROFILE =
      new CqlProfile(
          TABLE,
          Map.of("b", "urn:books"),
          Map.of(
              "isbn", "isbn",
              "title", "title",
              "heading", "heading",
              "author", "author",
              "b.author", "author",
              "year", "year",
              "tag", "tag"),
          "title",
          Map.of("b.span", new PathRange("year", "until")));

  private static final String[] WORDS = {
    "der", "die", "rote", "roter", "Falke", "grün", "Wald", "it's", "Über", "See", "alt", "neu"
  };
  private static final String[] AUTHORS = {
    "Müller, Émil",
    "Muller, Emil",
    "Dupont, Zoë",
    "Álvarez, Inés",
    "smith, john",
    "Smith, John",
    LONG_NAME,
    LONG_NAME + "x",
    "Nguyễn, An",
    "O'Hara, Bo"
  };
  private static final String[] TAGS = {"Ärger", "a \"b\"", "back\\slash", "new\nline", "plain"};

  static List<Book> random(Random random, int count) {
    List<Book> books = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<String> words = new ArrayList<>();
      for (int j = random.nextInt(1, 6); j > 0; j--) {
        boolean rare = random.nextInt(4) > 0;
        words.add(rare ? "w" + random.nextInt(3_000) : WORDS[random.nextInt(WORDS.length)]);
      }
      List<String> tags = new ArrayList<>();
      for (int j = random.nextInt(3); j > 0; j--) {
        tags.add(
            random.nextInt(8) > 0 ? "t" + random.nextInt(500) : TAGS[random.nextInt(TAGS.length)]);
      }
      String author =
          random.nextInt(3) > 0
              ? "Author" + random.nextInt(900)
              : AUTHORS[random.nextInt(AUTHORS.length)];
      books.add(
          new Book(
              "978%010d".formatted(i),
              words,
              random.nextInt(10) == 0 ? null : author,
              random.nextInt(20) == 0 ? null : 2026 - random.nextInt(130),
              tags));
    }
    return books;
  }

  static String fold(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFD)
        .replaceAll("[\u0300-\u036f]", "")
        .toLowerCase(Locale.ROOT);
  }

  /// What a text is sorted by.
  static String sorted(String text) {
    String folded = fold(text);
    return folded.substring(0, Math.min(folded.length(), MappedPath.INDEXED_CHARACTERS));
  }

  String document() {
    var document = new StringBuilder("{\"isbn\": ").append(json(isbn));
    document.append(", \"title\": ").append(json(String.join(" ", words)));
    if (author != null) {
      document.append(", \"by\": {\"full name\": ").append(json(author)).append('}');
    }
    if (year != null) {
      document.append(", \"year\": ").append(year).append(", \"until\": ").append(until());
    }
    return document.append(", \"tags\": ").append(tags.stream().map(Book::json).toList()) + "}";
  }

  private static String json(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  boolean isBy(String folded) {
    return author != null && fold(author).equals(folded);
  }

  boolean byPrefix(String folded) {
    return author != null && fold(author).startsWith(folded);
  }

  boolean byLess(String folded) {
    return author != null && fold(author).compareTo(folded) < 0;
  }

  /// The last year of the range that begins with `year`.
  int until() {
    return year == null ? 0 : year + isbn.charAt(isbn.length() - 1) - '0';
  }

  boolean spans(int from, int to) {
    return year != null && year <= from && until() >= to;
  }

  boolean byMatches(String regex) {
    return author != null && fold(author).matches(regex);
  }

  boolean hasWordLike(String regex) {
    return folded().stream().anyMatch(word -> word.matches(regex));
  }

  boolean begins(String... expected) {
    List<String> folded = folded();
    return folded.size() >= expected.length
        && folded.subList(0, expected.length).equals(List.of(expected));
  }

  boolean ends(String... expected) {
    List<String> folded = folded();
    return folded.size() >= expected.length
        && folded.subList(folded.size() - expected.length, folded.size()).equals(List.of(expected));
  }

  boolean is(int expected) {
    return isBetween(expected, expected);
  }

  boolean isBetween(int from, int to) {
    return year != null && year >= from && year <= to;
  }

  private List<String> folded() {
    // The server's parser makes two words of "it's".
    return words.stream().flatMap(word -> Stream.of(fold(word).split("'", -1))).toList();
  }

  boolean hasWords(String... expected) {
    return folded().containsAll(List.of(expected));
  }

  boolean hasPhrase(String first, String second) {
    return hasNear(first, second, 1);
  }

  boolean hasNear(String first, String second, int apart) {
    List<String> folded = folded();
    for (int i = 0; i + apart < folded.size(); i++) {
      if (folded.get(i).equals(first) && folded.get(i + apart).equals(second)) {
        return true;
      }
    }
    return false;
  }
}
