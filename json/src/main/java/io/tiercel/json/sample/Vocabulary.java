package io.tiercel.json.sample;

import java.util.SplittableRandom;

/// Words and names that are made of syllables, each fixed by its rank. A few are drawn often and
/// most seldom: the ranks follow Zipf's law as words in titles and headings do. Immutable.
final class Vocabulary {
  private static final String[] ONSETS = {
    "b", "br", "c", "ch", "d", "f", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "pr", "r", "s",
    "st", "t", "tr", "v", "w", "z"
  };
  private static final String[] VOWELS = {"a", "e", "i", "o", "u", "ai", "ea", "ou", "é", "ö"};
  private static final String[] CODAS = {"", "", "n", "r", "s", "l", "nd", "ck", "m", "t"};

  private final String[] words;
  private final double logSize;

  Vocabulary(long seed, int size, int minSyllables, int maxSyllables, boolean capital) {
    var random = new SplittableRandom(seed);
    words = new String[size];
    for (int i = 0; i < size; i++) {
      words[i] = word(random, random.nextInt(minSyllables, maxSyllables + 1), capital);
    }
    logSize = Math.log(size + 1.0);
  }

  private static String word(SplittableRandom random, int syllables, boolean capital) {
    var word = new StringBuilder();
    for (int i = 0; i < syllables; i++) {
      word.append(one(ONSETS, random)).append(one(VOWELS, random)).append(one(CODAS, random));
    }
    if (capital) {
      word.setCharAt(0, Character.toUpperCase(word.charAt(0)));
    }
    return word.toString();
  }

  private static String one(String[] choices, SplittableRandom random) {
    return choices[random.nextInt(choices.length)];
  }

  String draw(SplittableRandom random) {
    // The logarithm of the rank is uniform, so rank r comes with a probability of about 1/r.
    return words[(int) Math.min(words.length, Math.exp(random.nextDouble() * logSize)) - 1];
  }

  void sentence(StringBuilder to, SplittableRandom random, int count) {
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        to.append(' ');
      }
      to.append(draw(random));
    }
  }

  String sentence(SplittableRandom random, int count) {
    var sentence = new StringBuilder();
    sentence(sentence, random, count);
    sentence.setCharAt(0, Character.toUpperCase(sentence.charAt(0)));
    return sentence.toString();
  }
}
