package io.tiercel.lab.bench.json;

import io.tiercel.lab.bench.json.model.Instance;
import io.tiercel.lab.bench.json.model.Instance.Contributor;
import io.tiercel.lab.bench.json.model.Instance.Identifier;
import io.tiercel.lab.bench.json.model.Instance.Publication;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;

/// Makes up typed documents: skewed sources, states and languages, numbers that are unique, words
/// by Zipf's law. A document depends on the seed and its number alone. Immutable.
final class Instances {
  private static final String[] SYLLABLES = {
    "ba", "ri", "to", "ne", "ka", "lu", "mo", "si", "ve", "dor", "fal", "gen", "hun", "jor", "pel",
    "wen"
  };
  private static final int WORDS = 20_000;
  private static final int LARGE_NOTES = 40;
  private static final String[] LANGUAGES = {
    "eng", "eng", "eng", "eng", "eng", "eng", "ger", "ger", "fre", "spa", "rus", "ita", "kor"
  };

  private final long seed;
  private final String[] words = new String[WORDS];
  private final String[] states = new String[6];

  Instances(long seed) {
    this.seed = seed;
    var random = new SplittableRandom(seed ^ 0x5eed);
    for (int i = 0; i < WORDS; i++) {
      var word = new StringBuilder();
      for (int j = random.nextInt(2, 5); j > 0; j--) {
        word.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
      }
      words[i] = word.toString();
    }
    for (int i = 0; i < states.length; i++) {
      states[i] = uuid(random);
    }
  }

  /// The document of a number, from 0 on.
  Instance instance(long number) {
    var random = new SplittableRandom(seed * 31 + number * 0x9E3779B97F4A7C15L).split();
    return instance(random, number, random.nextInt(1, 4));
  }

  /// The same with many notes, about 5 KB.
  Instance largeInstance(long number) {
    var random = new SplittableRandom(seed * 31 + number * 0x9E3779B97F4A7C15L).split();
    return instance(random, number, LARGE_NOTES);
  }

  private Instance instance(SplittableRandom random, long number, int notes) {
    boolean isLocal = random.nextInt(100) < 3;
    String title = sentence(random, random.nextInt(4, 12));
    int year = 2026 - (int) (Math.pow(random.nextDouble(), 2.5) * 150);
    return new Instance(
        uuid(random),
        "in%011d".formatted(number),
        isLocal ? "FOLIO" : "MARC",
        title,
        title.substring(title.indexOf(' ') + 1),
        // Four of five are of the first state.
        states[random.nextInt(5) > 0 ? 0 : random.nextInt(1, states.length)],
        uuid(new SplittableRandom(random.nextInt(4))),
        year,
        random.nextInt(50) == 0,
        list(random.nextInt(1, 3), () -> LANGUAGES[random.nextInt(LANGUAGES.length)]),
        list(
            random.nextInt(1, 5),
            () -> new Identifier(uuid(new SplittableRandom(random.nextInt(5))), digits(random))),
        list(
            random.nextInt(1, 4),
            () ->
                new Contributor(
                    capital(word(random)) + ", " + capital(word(random)), states[1], false)),
        list(random.nextInt(1, 5), () -> capital(sentence(random, 2))),
        list(notes, () -> sentence(random, random.nextInt(8, 24)) + "."),
        list(random.nextInt(2), () -> random.nextInt(1, 9) + ". edition"),
        List.of(new Publication(sentence(random, 2), word(random), String.valueOf(year))),
        List.of(random.nextInt(40, 900) + " pages, illustrations"),
        "2020-%02d-%02d".formatted(random.nextInt(1, 13), random.nextInt(1, 29)),
        "2019-05-07T10:00:00.000+00:00",
        "2023-11-02T12:30:00.000+00:00");
  }

  private static <T> List<T> list(int count, Supplier<T> element) {
    List<T> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(element.get());
    }
    return List.copyOf(list);
  }

  private String sentence(SplittableRandom random, int count) {
    var sentence = new StringBuilder(capital(word(random)));
    for (int i = 1; i < count; i++) {
      sentence.append(' ').append(word(random));
    }
    return sentence.toString();
  }

  private String word(SplittableRandom random) {
    // The logarithm of the rank is uniform.
    return words[(int) Math.exp(random.nextDouble() * Math.log(WORDS)) - 1];
  }

  private static String capital(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  private static String digits(SplittableRandom random) {
    return String.valueOf(random.nextLong(1_000_000_000L, 10_000_000_000L));
  }

  private static String uuid(SplittableRandom random) {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }
}
