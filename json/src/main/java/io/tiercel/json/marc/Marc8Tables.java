package io.tiercel.json.marc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// The sets of MARC-8 but ASCII, read from `marc-8.txt` when the first is needed. Immutable.
final class Marc8Tables {
  private static final class Loaded {
    static final Map<Integer, Marc8Tables> SETS = load();
  }

  private static final int MARK = 1 << 16;

  /// In ascending order.
  private final int[] codes;

  /// The characters of the codes, with [#MARK] where they combine.
  private final int[] characters;

  private Marc8Tables(int[] codes, int[] characters) {
    this.codes = codes;
    this.characters = characters;
  }

  static boolean has(int set) {
    return Loaded.SETS.containsKey(set);
  }

  static Marc8Tables of(int set) {
    return Objects.requireNonNull(Loaded.SETS.get(set));
  }

  /// The character of a code, above 0xFFFF if it is a combining mark; 0 where there is none.
  int lookup(int code) {
    int i = Arrays.binarySearch(codes, code);
    return i < 0 ? 0 : characters[i];
  }

  private static Map<Integer, Marc8Tables> load() {
    Map<Integer, Map<Integer, Integer>> sets = new HashMap<>();
    try (var in = Objects.requireNonNull(Marc8Tables.class.getResourceAsStream("marc-8.txt"));
        var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(
              line -> {
                String[] part = line.split(" ", -1);
                sets.computeIfAbsent(Integer.parseInt(part[0], 16), set -> new TreeMap<>())
                    .put(
                        Integer.parseInt(part[1], 16),
                        Integer.parseInt(part[2], 16) | (part.length > 3 ? MARK : 0));
              });
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the tables of MARC-8", e);
    }
    Map<Integer, Marc8Tables> tables = new HashMap<>();
    sets.forEach(
        (set, codes) ->
            tables.put(
                set,
                new Marc8Tables(
                    codes.keySet().stream().mapToInt(Integer::intValue).toArray(),
                    codes.values().stream().mapToInt(Integer::intValue).toArray())));
    return Map.copyOf(tables);
  }
}
