package io.tiercel.json.search;

import io.tiercel.json.path.DocumentTable;
import io.tiercel.json.path.MappedPath;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which indexes of CQL a table answers. Immutable.
///
/// @param contextSets the URIs of the context sets by their usual prefixes
/// @param indexes the names of mapped paths by the names of indexes, with a prefix of `contextSets`
///     or without one
/// @param serverChoice the index for terms that stand alone; null where they are not answered
/// @param ranges pairs of paths by the names of indexes, which are none of `indexes`
public record CqlProfile(
    DocumentTable table,
    Map<String, String> contextSets,
    Map<String, String> indexes,
    @Nullable String serverChoice,
    Map<String, PathRange> ranges) {

  /// A profile without ranges.
  public CqlProfile(
      DocumentTable table,
      Map<String, String> contextSets,
      Map<String, String> indexes,
      @Nullable String serverChoice) {
    this(table, contextSets, indexes, serverChoice, Map.of());
  }

  /// @throws IllegalArgumentException if an index has a prefix or a path that there is not
  public CqlProfile {
    contextSets = Map.copyOf(contextSets);
    indexes = Map.copyOf(indexes);
    ranges = Map.copyOf(ranges);
    for (Map.Entry<String, String> index : indexes.entrySet()) {
      check(table, contextSets, index.getKey(), index.getValue());
    }
    for (Map.Entry<String, PathRange> range : ranges.entrySet()) {
      check(table, contextSets, range.getKey(), range.getValue().from());
      check(table, contextSets, range.getKey(), range.getValue().to());
      if (indexes.containsKey(range.getKey())) {
        throw new IllegalArgumentException("two indexes have the name " + range.getKey());
      }
    }
    if (serverChoice != null && !indexes.containsKey(serverChoice)) {
      throw new IllegalArgumentException("no index has the name " + serverChoice);
    }
  }

  private static void check(
      DocumentTable table, Map<String, String> contextSets, String index, String path) {
    int dot = index.indexOf('.');
    if (dot >= 0 && !contextSets.containsKey(index.substring(0, dot))) {
      throw new IllegalArgumentException(
          "the index %s has the prefix of no context set".formatted(index));
    }
    if (path(table, path) == null) {
      throw new IllegalArgumentException(
          "the index %s names the path %s, which is not mapped".formatted(index, path));
    }
  }

  /// The bounds of the ranges, by the same names as [#byName].
  Map<String, Bounds> rangesByName() {
    Map<String, Bounds> byName = new TreeMap<>();
    ranges.forEach(
        (index, range) -> {
          MappedPath from = path(table, range.from());
          MappedPath to = path(table, range.to());
          if (from != null && to != null) {
            byName.put(key(index), new Bounds(from, to));
          }
        });
    return byName;
  }

  /// The paths of a range.
  record Bounds(MappedPath from, MappedPath to) {}

  /// The paths by URI of the context set and name of the index, `uri name`; without regard to case.
  Map<String, MappedPath> byName() {
    Map<String, MappedPath> byName = new TreeMap<>();
    indexes.forEach(
        (index, pathName) -> {
          MappedPath path = path(table, pathName);
          if (path != null) {
            byName.put(key(index), path);
          }
        });
    return byName;
  }

  private String key(String index) {
    int dot = index.indexOf('.');
    String uri = dot < 0 ? "" : contextSets.get(index.substring(0, dot));
    return key(String.valueOf(uri), index.substring(dot + 1));
  }

  static String key(String uri, String name) {
    return uri + ' ' + name.toLowerCase(Locale.ROOT);
  }

  private static @Nullable MappedPath path(DocumentTable table, String name) {
    return table.paths().stream().filter(path -> path.name().equals(name)).findFirst().orElse(null);
  }
}
