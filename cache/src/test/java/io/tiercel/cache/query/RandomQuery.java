package io.tiercel.cache.query;

import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.Domain;
import io.tiercel.cache.predicate.Predicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A condition drawn by lot, twice: as the cache reads it, and as a plain function of rows with the
/// truth values of SQL as Boolean and null.
record RandomQuery(Predicate predicate, Truth truth, String text) {
  static final List<Column> COLUMNS =
      List.of(
          new Column(0, "a", Domain.NUMBER),
          new Column(1, "b", Domain.NUMBER),
          new Column(2, "c", Domain.NUMBER));
  static final int VALUES = 8;

  /// The values of the columns.
  record Row(List<@Nullable Integer> values) {
    @Nullable Integer value(Column column) {
      return values.get(column.ordinal());
    }
  }

  /// True, false, or null for neither.
  interface Truth {
    @Nullable Boolean of(Row row);
  }

  boolean holds(Row row) {
    return Boolean.TRUE.equals(truth.of(row));
  }

  static Row row(Random random) {
    List<@Nullable Integer> values = new ArrayList<>();
    COLUMNS.forEach(
        _ -> values.add(random.nextInt(6) == 0 ? null : (Integer) random.nextInt(VALUES)));
    return new Row(values);
  }

  static RandomQuery draw(Random random, int depth) {
    int kind = random.nextInt(depth == 0 ? 6 : 10);
    return switch (kind) {
      case 0, 1 -> equality(random);
      case 2 -> in(random);
      case 3, 4 -> comparison(random);
      case 5 -> isNull(random);
      case 6, 7 -> conjunction(draw(random, depth - 1), draw(random, depth - 1));
      case 8 -> disjunction(draw(random, depth - 1), draw(random, depth - 1));
      default -> negation(draw(random, depth - 1));
    };
  }

  private static Column column(Random random) {
    return COLUMNS.get(random.nextInt(COLUMNS.size()));
  }

  private static @Nullable Integer value(Random random) {
    return random.nextInt(12) == 0 ? null : (Integer) random.nextInt(VALUES);
  }

  private static RandomQuery equality(Random random) {
    Column column = column(random);
    Integer value = value(random);
    return new RandomQuery(
        column.equal(value),
        row -> {
          Integer found = row.value(column);
          return (found == null || value == null) ? null : (Boolean) found.equals(value);
        },
        column + " = " + value);
  }

  private static RandomQuery in(Random random) {
    Column column = column(random);
    List<@Nullable Integer> values = new ArrayList<>();
    IntStream.range(0, random.nextInt(4)).forEach(_ -> values.add(value(random)));
    return new RandomQuery(
        column.in(values),
        row -> {
          Integer found = row.value(column);
          if (values.isEmpty()) {
            return false;
          }
          if (found == null) {
            return null;
          }
          return values.contains(found) ? (Boolean) true : values.contains(null) ? null : false;
        },
        column + " in " + values);
  }

  private static RandomQuery comparison(Random random) {
    Column column = column(random);
    Integer value = value(random);
    boolean inclusive = random.nextBoolean();
    boolean above = random.nextBoolean();
    return new RandomQuery(
        above ? column.above(value, inclusive) : column.below(value, inclusive),
        row -> {
          Integer found = row.value(column);
          if (found == null || value == null) {
            return null;
          }
          int order = above ? found.compareTo(value) : value.compareTo(found);
          return order > 0 || (inclusive && order == 0);
        },
        column + (above ? " >" : " <") + (inclusive ? "= " : " ") + value);
  }

  private static RandomQuery isNull(Random random) {
    Column column = column(random);
    return new RandomQuery(column.isNull(), row -> row.value(column) == null, column + " is null");
  }

  private static RandomQuery conjunction(RandomQuery left, RandomQuery right) {
    return new RandomQuery(
        left.predicate.and(right.predicate),
        row -> {
          Boolean one = left.truth.of(row);
          Boolean other = right.truth.of(row);
          if (Boolean.FALSE.equals(one) || Boolean.FALSE.equals(other)) {
            return false;
          }
          return (one == null || other == null) ? null : (Boolean) true;
        },
        "(%s and %s)".formatted(left.text, right.text));
  }

  private static RandomQuery disjunction(RandomQuery left, RandomQuery right) {
    return new RandomQuery(
        left.predicate.or(right.predicate),
        row -> {
          Boolean one = left.truth.of(row);
          Boolean other = right.truth.of(row);
          if (Boolean.TRUE.equals(one) || Boolean.TRUE.equals(other)) {
            return true;
          }
          return (one == null || other == null) ? null : (Boolean) false;
        },
        "(%s or %s)".formatted(left.text, right.text));
  }

  private static RandomQuery negation(RandomQuery of) {
    return new RandomQuery(
        of.predicate.not(),
        row -> {
          Boolean truth = of.truth.of(row);
          return truth == null ? null : (Boolean) !truth;
        },
        "not " + of.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
