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
public record CqlProfile(
    DocumentTable table,
    Map<String, String> contextSets,
    Map<String, String> indexes,
    @Nullable String serverChoice) {

  /// @throws IllegalArgumentException if an index has a prefix or a path that there is not
  public CqlProfile {
    contextSets = Map.copyOf(contextSets);
    indexes = Map.copyOf(indexes);
    for (Map.Entry<String, String> index : indexes.entrySet()) {
      int dot = index.getKey().indexOf('.');
      if (dot >= 0 && !contextSets.containsKey(index.getKey().substring(0, dot))) {
        throw new IllegalArgumentException(
            "the index %s has the prefix of no context set".formatted(index.getKey()));
      }
      if (path(table, index.getValue()) == null) {
        throw new IllegalArgumentException(
            "the index %s names the path %s, which is not mapped"
                .formatted(index.getKey(), index.getValue()));
      }
    }
    if (serverChoice != null && !indexes.containsKey(serverChoice)) {
      throw new IllegalArgumentException("no index has the name " + serverChoice);
    }
  }

  /// The paths by URI of the context set and name of the index, `uri name`; without regard to case.
  Map<String, MappedPath> byName() {
    Map<String, MappedPath> byName = new TreeMap<>();
    indexes.forEach(
        (index, pathName) -> {
          int dot = index.indexOf('.');
          String uri = dot < 0 ? "" : contextSets.get(index.substring(0, dot));
          MappedPath path = path(table, pathName);
          if (path != null) {
            byName.put(key(String.valueOf(uri), index.substring(dot + 1)), path);
          }
        });
    return byName;
  }

  static String key(String uri, String name) {
    return uri + ' ' + name.toLowerCase(Locale.ROOT);
  }

  private static @Nullable MappedPath path(DocumentTable table, String name) {
    return table.paths().stream().filter(path -> path.name().equals(name)).findFirst().orElse(null);
  }
}
