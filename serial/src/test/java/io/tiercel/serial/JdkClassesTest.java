package io.tiercel.serial;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.Serial;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.Date;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Values and collections of the JDK, which need not be listed.
@NullUnmarked // read by libraries that fill fields
class JdkClassesTest {
  @SuppressWarnings({"serial", "JavaUtilDate", "JdkObsolete"}) // all that applications have
  static class Values implements Serializable {
    @Serial private static final long serialVersionUID = 1;

    boolean flag = true;
    byte small = -1;
    char letter = 'ß';
    short number = -2;
    int count = Integer.MIN_VALUE;
    long many = Long.MAX_VALUE;
    float half = 0.5f;
    double tenth = 0.1;
    Boolean boxedFlag = false;
    Byte boxedSmall = 1;
    Character boxedLetter = 'x';
    Short boxedNumber = 7;
    Integer boxedCount = 8;
    Long boxedMany = 9L;
    Float boxedHalf = -0.5f;
    Double boxedTenth = -0.1;
    String text = "a \u00e4 \u20ac \uD83D\uDE00 ]]> \t\n";
    String empty = "";
    String absent;
    BigDecimal decimal = new BigDecimal("12345678901234567890.1234500");
    BigInteger integer = BigInteger.TWO.pow(100);
    UUID uuid = new UUID(1, -2);
    URI uri = URI.create("https://example.org/a?b=c&d");
    Currency currency = Currency.getInstance("EUR");
    Locale locale = Locale.of("de", "AT");
    Date date = new Date(1_700_000_000_123L);
    Instant instant = Instant.parse("2026-11-23T00:00:00.123456789Z");
    Duration duration = Duration.ofNanos(-1_500_000_001);
    Period period = Period.of(1, -2, 3);
    LocalDate localDate = LocalDate.of(-44, 3, 15);
    LocalTime localTime = LocalTime.of(23, 59, 59, 999_999_999);
    LocalDateTime localDateTime = LocalDateTime.of(2026, 2, 28, 1, 2);
    OffsetTime offsetTime = OffsetTime.of(1, 2, 3, 4, ZoneOffset.ofHours(-11));
    OffsetDateTime offsetDateTime =
        OffsetDateTime.of(2026, 1, 1, 1, 1, 1, 0, ZoneOffset.ofHoursMinutes(5, 30));
    ZonedDateTime zonedDateTime =
        ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, ZoneId.of("Europe/Berlin"));
    ZoneOffset offset = ZoneOffset.ofHours(2);
    ZoneId zone = ZoneId.of("Asia/Kathmandu");
    Year year = Year.of(2026);
    YearMonth yearMonth = YearMonth.of(2026, 11);
    MonthDay monthDay = MonthDay.of(2, 29);
    DayOfWeek day = DayOfWeek.MONDAY;
    Month month = Month.MAY;
    byte[] bytes = {1, -1};
    int[] ints = {1, -1};
    long[] longs = {};
    double[] doubles = {0.1, Double.NaN};
    boolean[] booleans = {true, false};
    char[] chars = {'a', '\u20ac'};
    short[] shorts = {1};
    float[] floats = {1.5f};
    String[] texts = {"a", "", null};
    List<String> list = new ArrayList<>(Arrays.asList("b", null, "a"));
    List<Integer> linked = new LinkedList<>(List.of(3, 1));
    List<Long> fixed = List.of(1L, 2L, 3L);
    List<Long> pair = List.of(1L, 2L);
    List<String> none = List.of();
    List<String> nothing = new ArrayList<>();
    Set<String> hashed = new HashSet<>(Set.of("x"));
    Set<String> ordered = new LinkedHashSet<>(List.of("z", "a"));
    SortedSet<String> sorted = new TreeSet<>(List.of("z", "a"));
    Set<Integer> one = Set.of(1);
    Deque<String> deque = new ArrayDeque<>(List.of("p", "q"));
    Map<String, Integer> map = new HashMap<>(Map.of("k", 1));
    Map<String, LocalDate> dates = new LinkedHashMap<>(Map.of("d", LocalDate.EPOCH));
    SortedMap<String, List<Integer>> lists = new TreeMap<>(Map.of("l", List.of(1)));
    Map<String, String> fixedMap = Map.of("a", "b");
    Map<DayOfWeek, String> byDay = new TreeMap<>(Map.of(DayOfWeek.FRIDAY, "f"));
    Map<UUID, String> byId = new HashMap<>(Map.of(new UUID(3, 4), "u"));
  }

  static final class ByJava extends JavaConverter<Values> {}

  static final class ByJson extends JsonConverter<Values> {}

  static final class ByXml extends XmlConverter<Values> {}

  static final class ByKryo extends KryoConverter<Values> {}

  static final class ByFory extends ForyConverter<Values> {}

  static Stream<GraphConverter<Values, ?>> converters() {
    return Stream.of(new ByJava(), new ByJson(), new ByXml(), new ByKryo(), new ByFory());
  }

  static final class GridByJava extends JavaConverter<int[][]> {}

  static final class GridByJson extends JsonConverter<int[][]> {}

  static final class GridByKryo extends KryoConverter<int[][]> {}

  static final class GridByFory extends ForyConverter<int[][]> {}

  static Stream<GraphConverter<int[][], ?>> grids() {
    return Stream.of(new GridByJava(), new GridByJson(), new GridByKryo(), new GridByFory());
  }

  @ParameterizedTest
  @MethodSource("grids")
  void arrays_of_arrays_come_back(GraphConverter<int[][], ?> converter) {
    int[][] grid = {{1}, {}, {2, 3}};
    assertArrayEquals(
        grid, GraphConverterTest.read(converter, converter.convertToDatabaseColumn(grid)));
  }

  @ParameterizedTest
  @MethodSource("converters")
  void each_comes_back_equal(GraphConverter<Values, ?> converter) throws Exception {
    var values = new Values();
    if (converter instanceof XmlConverter<?>) {
      values.lists = null;
    }
    Values back = GraphConverterTest.read(converter, converter.convertToDatabaseColumn(values));
    StringBuilder other = new StringBuilder();
    for (Field field : Values.class.getDeclaredFields()) {
      if (!java.lang.reflect.Modifier.isStatic(field.getModifiers())) {
        Object before = field.get(values);
        Object after = field.get(back);
        // A deque has no equals.
        boolean isSame =
            (before instanceof ArrayDeque<?> && after != null)
                ? List.copyOf((Deque<?>) before).equals(List.copyOf((Deque<?>) after))
                : java.util.Objects.deepEquals(before, after);
        if (!isSame) {
          other.append(field.getName() + ": " + after + "\n");
        }
      }
    }
    assertEquals("", other.toString());
  }
}
