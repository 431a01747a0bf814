package io.tiercel.jpa.mapping;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Finds the name that someone may have meant, for the hints of error messages.
public final class Nearest {
  private Nearest() {}

  /// The candidate with the fewest letters to change, if that is fewer than half of the letters.
  public static Optional<String> to(String written, Collection<String> candidates) {
    return candidates.stream()
        .min(
            Comparator.comparingInt((String candidate) -> distance(written, candidate))
                .thenComparing(Comparator.naturalOrder()))
        .filter(best -> distance(written, best) * 2 <= Math.max(written.length(), best.length()));
  }

  /// `did you mean "x"?`, or all candidates when none is near.
  public static String hint(String written, Collection<String> candidates) {
    if (candidates.isEmpty()) {
      return "there is none.";
    }
    return to(written, candidates)
        .map("did you mean \"%s\"?"::formatted)
        .orElseGet(() -> "there is " + String.join(", ", candidates));
  }

  /// Levenshtein's distance, ignoring case.
  private static int distance(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
