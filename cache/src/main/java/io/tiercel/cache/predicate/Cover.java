package io.tiercel.cache.predicate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A set of rows that is easy to look up. Every row that may satisfy a predicate, as far as it is
/// known, lies in one of its [covers][#of]; the rows of a cover need not satisfy it. Immutable.
public sealed interface Cover {
  /// So many combinations of values at most are looked up one by one.
  int MOST_POINTS = 64;

  /// The rows that have one of these combinations of canonical values, or [Special#NULL], in those
  /// columns, which ascend.
  record Points(List<Column> columns, Set<List<Object>> values) implements Cover {
    public Points {
      columns = List.copyOf(columns);
      values = Set.copyOf(values);
    }
  }

  /// The rows whose column lies between two canonical values, these included.
  ///
  /// @param low null for none
  /// @param high null for none
  record Span(Column column, @Nullable Object low, @Nullable Object high) implements Cover {}

  /// All rows.
  record Everything() implements Cover {}

  /// The covers of a predicate: none if it holds for no row.
  static List<Cover> of(Predicate predicate) {
    return switch (predicate) {
      case Predicate.Constant constant ->
          (constant.truths() & Truths.TRUE) == 0 ? List.of() : List.of(new Everything());
      case Predicate.In in -> ofIn(in);
      case Predicate.IsNull isNull ->
          List.of(new Points(List.of(isNull.column()), Set.of(List.of(Special.NULL))));
      case Predicate.Range range -> List.of(new Span(range.column(), range.low(), range.high()));
      case Predicate.Or or -> ofOr(or);
      case Predicate.And and -> ofAnd(and);
      case Predicate.Not _ -> List.of(new Everything());
    };
  }

  private static List<Cover> ofIn(Predicate.In in) {
    if (in.values().isEmpty()) {
      return List.of();
    }
    Set<List<Object>> values =
        in.values().stream().map(List::of).collect(Collectors.toUnmodifiableSet());
    return List.of(new Points(List.of(in.column()), values));
  }

  private static List<Cover> ofOr(Predicate.Or or) {
    List<Cover> covers = new ArrayList<>();
    for (Predicate each : or.parts()) {
      covers.addAll(of(each));
    }
    return covers.contains(new Everything()) ? List.of(new Everything()) : covers;
  }

  /// Any one of the conditions would do. Columns with known values are looked up together, else
  /// the condition with the most of them narrows best, then a span.
  private static List<Cover> ofAnd(Predicate.And and) {
    Map<Column, Points> points = new HashMap<>();
    Map<Column, Span> spans = new HashMap<>();
    @Nullable List<Cover> other = null;
    for (Predicate each : flattened(and)) {
      List<Cover> covers = of(each);
      if (covers.isEmpty()) {
        return covers;
      }
      if (covers.size() == 1
          && covers.getFirst() instanceof Points found
          && found.columns().size() == 1) {
        points.merge(found.columns().getFirst(), found, Cover::fewer);
      } else if (covers.size() == 1 && covers.getFirst() instanceof Span found) {
        spans.merge(found.column(), found, Cover::narrowed);
      } else if (!covers.contains(new Everything())) {
        other = covers;
      }
    }
    if (!points.isEmpty()) {
      return List.of(together(points.values()));
    }
    if (!spans.isEmpty()) {
      // A span with two ends is narrower than one with one, most likely.
      return List.of(
          spans.values().stream()
              .max(
                  Comparator.comparingInt(Cover::ends)
                      .thenComparing(span -> -span.column().ordinal()))
              .orElseThrow());
    }
    return other == null ? List.of(new Everything()) : other;
  }

  private static List<Predicate> flattened(Predicate.And and) {
    List<Predicate> all = new ArrayList<>();
    for (Predicate each : and.parts()) {
      if (each instanceof Predicate.And inner) {
        all.addAll(flattened(inner));
      } else {
        all.add(each);
      }
    }
    return all;
  }

  private static Points fewer(Points one, Points other) {
    return one.values().size() <= other.values().size() ? one : other;
  }

  private static int ends(Span span) {
    return (span.low() == null ? 0 : 1) + (span.high() == null ? 0 : 1);
  }

  private static Span narrowed(Span one, Span other) {
    return new Span(
        one.column(),
        innermost(one.column(), one.low(), other.low(), 1),
        innermost(one.column(), one.high(), other.high(), -1));
  }

  private static @Nullable Object innermost(
      Column column, @Nullable Object one, @Nullable Object other, int direction) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return direction * column.domain().compare(one, other) >= 0 ? one : other;
  }

  /// The combinations of several columns' values, of as many columns as stay below the limit.
  private static Points together(Iterable<Points> each) {
    List<Points> sorted = new ArrayList<>();
    each.forEach(sorted::add);
    sorted.sort(Comparator.comparingInt((Points points) -> points.values().size()));
    List<Points> chosen = new ArrayList<>();
    long combinations = 1;
    for (Points points : sorted) {
      combinations *= points.values().size();
      if (!chosen.isEmpty() && combinations > MOST_POINTS) {
        break;
      }
      chosen.add(points);
    }
    chosen.sort(Comparator.comparingInt(points -> points.columns().getFirst().ordinal()));
    return new Points(
        chosen.stream().map(points -> points.columns().getFirst()).toList(), product(chosen));
  }

  private static Set<List<Object>> product(List<Points> columns) {
    List<List<Object>> rows = List.of(List.of());
    for (Points column : columns) {
      List<List<Object>> longer = new ArrayList<>();
      for (List<Object> row : rows) {
        for (List<Object> value : column.values()) {
          List<Object> next = new ArrayList<>(row);
          next.addAll(value);
          longer.add(List.copyOf(next));
        }
      }
      rows = longer;
    }
    return Set.copyOf(rows);
  }
}
