package io.tiercel.lab.bench;

/// What the project promises of a case of [CacheCases], and what came out.
///
/// @param name of the case
/// @param claim what is promised, for people
/// @param isAtLeast whether `bound` is the least that will do, or the most
record Promise(String name, String claim, boolean isAtLeast, double bound, double actual) {
  static Promise atLeast(String name, String claim, double bound, double actual) {
    return new Promise(name, claim, true, bound, actual);
  }

  static Promise atMost(String name, String claim, double bound, double actual) {
    return new Promise(name, claim, false, bound, actual);
  }

  boolean isKept() {
    return isAtLeast ? actual >= bound : actual <= bound;
  }

  @Override
  public String toString() {
    return "%-7s %-17s %12.2f  %s (target %s %s)"
        .formatted(
            isKept() ? "met" : "MISSED",
            name,
            actual,
            claim,
            isAtLeast ? "≥" : "≤",
            bound == Math.rint(bound) ? "%.0f".formatted(bound) : String.valueOf(bound));
  }
}
