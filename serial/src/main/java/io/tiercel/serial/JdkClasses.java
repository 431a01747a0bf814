package io.tiercel.serial;

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
import java.util.BitSet;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/// The values and collections of the JDK that every graph may hold: none runs code that a stored
/// graph chooses. Interfaces stand here for what is declared, not for what is created.
final class JdkClasses {
  /// Those that have instances. New ones go to the end: their order is part of Kryo's format.
  static final List<Class<?>> INSTANCES =
      List.of(
          BigDecimal.class,
          BigInteger.class,
          UUID.class,
          URI.class,
          Currency.class,
          Locale.class,
          Date.class,
          Instant.class,
          Duration.class,
          Period.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetTime.class,
          OffsetDateTime.class,
          ZonedDateTime.class,
          ZoneOffset.class,
          ZoneId.of("Europe/Berlin").getClass(),
          Year.class,
          YearMonth.class,
          MonthDay.class,
          DayOfWeek.class,
          Month.class,
          Optional.class,
          BitSet.class,
          ArrayList.class,
          LinkedList.class,
          ArrayDeque.class,
          HashSet.class,
          LinkedHashSet.class,
          TreeSet.class,
          HashMap.class,
          LinkedHashMap.class,
          TreeMap.class,
          Arrays.asList(1).getClass(),
          Collections.emptyList().getClass(),
          Collections.emptySet().getClass(),
          Collections.emptyMap().getClass(),
          Collections.singletonList(1).getClass(),
          Collections.singleton(1).getClass(),
          Collections.singletonMap(1, 1).getClass(),
          List.of(1).getClass(),
          List.of(1, 2, 3).getClass(),
          Set.of(1).getClass(),
          Set.of(1, 2, 3).getClass(),
          Map.of(1, 1).getClass(),
          Map.of(1, 1, 2, 2).getClass());

  /// All of them.
  static final Set<Class<?>> ALL = all();

  private JdkClasses() {}

  private static Set<Class<?>> all() {
    Set<Class<?>> all = new LinkedHashSet<>(INSTANCES);
    all.addAll(
        List.of(
            Object.class,
            String.class,
            Boolean.class,
            Byte.class,
            Character.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Number.class,
            Enum.class,
            ZoneId.class,
            java.util.Collection.class,
            List.class,
            Set.class,
            Map.class,
            java.util.Deque.class,
            java.util.Queue.class,
            java.util.SortedSet.class,
            java.util.SortedMap.class));
    return Collections.unmodifiableSet(all);
  }
}
