package io.tiercel.jpa.shared;

import io.tiercel.cache.tier.TierSettings;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.SharedCacheMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a unit's properties say about its shared cache. Immutable.
///
/// @param mode which entities are in it
/// @param use whether it is used
/// @param maxBytes of the heap for rows
/// @param ofEntities the levels of single entities, by their names, where they are not the unit's
/// @param url of the primary for the change stream, null for that of the unit; likewise `user` and
///     `password`
/// @param publication null for the usual one
/// @param startTimeout how long the first use waits for the stream, where the cache is asked for
/// @param readTimeout how long a read waits for the stream, where its level asks for it
/// @param probePeriod how often the stream is proved to be up to date, and so how long at most a
/// quiet
///     server keeps what was read just before from being stored
/// @param guardsInstances whether shared instances are looked at for changes by each find
/// @param tier where more rows are, on local disk; null for none
/// @param cachesQueries whether results are stored of queries that have no hint
/// @param whole names of the entities of which all rows are kept
/// @param cachesCollections whether collections of cached entities are
public record SharedSettings(
    SharedCacheMode mode,
    Use use,
    long maxBytes,
    Consistency consistency,
    Map<String, Consistency> ofEntities,
    @Nullable String url,
    @Nullable String user,
    @Nullable String password,
    @Nullable String publication,
    Duration startTimeout,
    Duration readTimeout,
    Duration probePeriod,
    boolean guardsInstances,
    @Nullable TierSettings tier,
    boolean cachesQueries,
    Set<String> whole,
    boolean cachesCollections) {
  public SharedSettings {
    ofEntities = Map.copyOf(ofEntities);
    whole = Set.copyOf(whole);
  }

  /// `auto`, `on`, `journal` or `off`.
  public static final String CACHE = "tiercel.cache";

  /// A number, with `k`, `m` or `g` behind it at will.
  public static final String BYTES = "tiercel.cache.bytes";

  /// The consistency level: property of a unit or an EntityManager, and hint.
  public static final String LEVEL = "tiercel.cache.level";

  /// With the name of an entity behind it: the level of that entity.
  private static final String OF_ENTITY = LEVEL + ".";

  /// Where an EntityManager's session stands: to be taken to another node.
  public static final String TOKEN = "tiercel.cache.token";

  public static final String URL = "tiercel.cache.url";
  public static final String USER = "tiercel.cache.user";
  public static final String PASSWORD = "tiercel.cache.password";
  public static final String PUBLICATION = "tiercel.cache.publication";

  /// A directory on a local disk, of this process alone.
  public static final String TIER_DIRECTORY = "tiercel.cache.tier.directory";

  /// As [#BYTES], of the files together.
  public static final String TIER_BYTES = "tiercel.cache.tier.bytes";

  /// `temporary`, or `permanent` and a name of this node.
  public static final String SLOT = "tiercel.cache.slot";

  /// In milliseconds.
  public static final String START_TIMEOUT = "tiercel.cache.start-timeout";

  /// In milliseconds.
  public static final String WAIT = "tiercel.cache.wait";

  /// In milliseconds.
  public static final String PROBE = "tiercel.cache.probe";

  /// Whether instances that all units of work share are compared with their rows by each find.
  public static final String GUARD = "tiercel.read-only.guard";

  /// Whether results of queries are stored: property of a unit, and hint.
  public static final String QUERIES = "tiercel.query.cache";

  /// Names of entities, with commas between them.
  public static final String WHOLE = "tiercel.cache.whole";

  /// Whether collections of cached entities are stored.
  public static final String COLLECTIONS = "tiercel.cache.collections";

  /// All of them.
  public static final Set<String> NAMES =
      Set.of(
          CACHE,
          BYTES,
          LEVEL,
          TOKEN,
          URL,
          USER,
          PASSWORD,
          PUBLICATION,
          START_TIMEOUT,
          WAIT,
          PROBE,
          GUARD,
          TIER_DIRECTORY,
          TIER_BYTES,
          SLOT,
          QUERIES,
          WHOLE,
          COLLECTIONS);

  private static final String MAX_BYTES = "64m";
  private static final String MAX_TIER_BYTES = "1g";
  private static final Pattern PERMANENT = Pattern.compile("permanent\\s+([a-z0-9_]{1,40})");

  /// Whether a unit uses its shared cache.
  public enum Use {
    /// Where the database allows it.
    AUTO,
    /// As AUTO, and event triggers are made where the role may.
    ON,
    /// As AUTO, and where there is no stream by a journal, which is made where the role may.
    JOURNAL,
    OFF
  }

  /// PersistenceException when a property has a value that it cannot have.
  public static SharedSettings of(
      String unitName, SharedCacheMode mode, Map<String, Object> values) {
    try {
      return new SharedSettings(
          mode,
          use(text(values, CACHE)),
          bytes(values, BYTES, MAX_BYTES),
          values.containsKey(LEVEL)
              ? Consistency.parse(LEVEL, values.get(LEVEL))
              : Consistency.SESSION,
          ofEntities(values),
          text(values, URL),
          text(values, USER),
          text(values, PASSWORD),
          text(values, PUBLICATION),
          millis(values, START_TIMEOUT, 3_000),
          millis(values, WAIT, 20),
          probePeriod(values),
          Boolean.parseBoolean(text(values, GUARD)),
          tier(values),
          values.containsKey(QUERIES) && flag(QUERIES, values.get(QUERIES)),
          names(text(values, WHOLE)),
          !values.containsKey(COLLECTIONS) || flag(COLLECTIONS, values.get(COLLECTIONS)));
    } catch (IllegalArgumentException e) {
      throw new PersistenceException(
          "persistence unit \"%s\": %s".formatted(unitName, e.getMessage()), e);
    }
  }

  /// Of `true` or `false`; IllegalArgumentException when it is neither.
  public static boolean flag(String name, Object value) {
    return switch (value.toString().strip().toLowerCase(Locale.ROOT)) {
      case "true", "on" -> true;
      case "false", "off" -> false;
      default ->
          throw new IllegalArgumentException(
              "%s must be true or false, got \"%s\"".formatted(name, value));
    };
  }

  /// Whether the unit asks for the cache itself, rather than some of its entities: then the first
  /// EntityManager waits until it runs.
  boolean isAskedFor() {
    return use == Use.ON || mode != SharedCacheMode.UNSPECIFIED;
  }

  private static Map<String, Consistency> ofEntities(Map<String, Object> values) {
    Map<String, Consistency> levels = new TreeMap<>();
    values.forEach(
        (name, value) -> {
          if (isOfEntity(name)) {
            levels.put(name.substring(OF_ENTITY.length()), Consistency.parse(name, value));
          }
        });
    return levels;
  }

  private static Set<String> names(@Nullable String text) {
    return text == null
        ? Set.of()
        : Pattern.compile(",")
            .splitAsStream(text)
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .collect(Collectors.toUnmodifiableSet());
  }

  /// Whether a property is about the level of one entity.
  public static boolean isOfEntity(String name) {
    return name.startsWith(OF_ENTITY);
  }

  /// How often the stream has to be proved: half of the shortest bound on staleness that a level of
  /// the unit or of an entity has, and no more seldom than was asked for.
  Duration shortestProbePeriod() {
    return Stream.concat(Stream.of(consistency), ofEntities.values().stream())
        .filter(each -> each.level() == Consistency.Level.BOUNDED)
        .map(each -> each.bound().dividedBy(2))
        .filter(half -> half.compareTo(probePeriod) < 0)
        .min(Comparator.naturalOrder())
        .orElse(probePeriod);
  }

  private static Duration probePeriod(Map<String, Object> values) {
    Duration period = millis(values, PROBE, 1_000);
    if (!period.isPositive()) {
      throw new IllegalArgumentException(PROBE + " must be at least 1 millisecond");
    }
    return period;
  }

  private static @Nullable String text(Map<String, Object> values, String name) {
    Object value = values.get(name);
    return value == null || value.toString().isBlank() ? null : value.toString().strip();
  }

  private static Use use(@Nullable String text) {
    return switch (text == null ? "auto" : text.toLowerCase(Locale.ROOT)) {
      case "auto" -> Use.AUTO;
      case "on", "true" -> Use.ON;
      case "journal" -> Use.JOURNAL;
      case "off", "false" -> Use.OFF;
      default ->
          throw new IllegalArgumentException(
              "%s must be auto, on, journal or off, got \"%s\"".formatted(CACHE, text));
    };
  }

  private static @Nullable TierSettings tier(Map<String, Object> values) {
    String directory = text(values, TIER_DIRECTORY);
    String node = node(text(values, SLOT));
    if (directory == null) {
      if (node != null) {
        throw new IllegalArgumentException(
            "%s is permanent for the rows on disk, so it takes %s".formatted(SLOT, TIER_DIRECTORY));
      }
      return null;
    }
    var tier = new TierSettings(Path.of(directory), bytes(values, TIER_BYTES, MAX_TIER_BYTES));
    return node == null ? tier : tier.withSlot(node);
  }

  /// Null for a temporary slot.
  private static @Nullable String node(@Nullable String slot) {
    if (slot == null || slot.equalsIgnoreCase("temporary")) {
      return null;
    }
    Matcher permanent = PERMANENT.matcher(slot);
    if (!permanent.matches()) {
      throw new IllegalArgumentException(
          "%s must be temporary, or permanent and a name of this node of lower case letters, digits and _, as \"permanent shop_1\", got \"%s\""
              .formatted(SLOT, slot));
    }
    return permanent.group(1);
  }

  private static long bytes(Map<String, Object> values, String name, String otherwise) {
    String given = text(values, name);
    String text = (given == null ? otherwise : given).toLowerCase(Locale.ROOT);
    int shift = text.endsWith("k") ? 10 : text.endsWith("m") ? 20 : text.endsWith("g") ? 30 : 0;
    String number = shift == 0 ? text : text.substring(0, text.length() - 1);
    long value = number.matches("[0-9]{1,18}") ? Long.parseLong(number) : 0;
    if (value == 0 || value > Long.MAX_VALUE >> shift) {
      throw new IllegalArgumentException(
          "%s must be a number of bytes, such as 256m, got \"%s\"".formatted(name, text));
    }
    return value << shift;
  }

  private static Duration millis(Map<String, Object> values, String name, int otherwise) {
    String text = text(values, name);
    if (text != null && !text.matches("[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "%s must be a number of milliseconds, got \"%s\"".formatted(name, text));
    }
    return Duration.ofMillis(text == null ? otherwise : Integer.parseInt(text));
  }

  /// Without the password.
  @Override
  public String toString() {
    return "shared cache %s %s, %d bytes, %s".formatted(mode, use, maxBytes, consistency);
  }
}
