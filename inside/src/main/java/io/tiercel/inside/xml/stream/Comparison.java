package io.tiercel.inside.xml.stream;

/// A comparison of numbers.
enum Comparison {
  EQUAL,
  NOT_EQUAL,
  LESS,
  LESS_OR_EQUAL,
  GREATER,
  GREATER_OR_EQUAL;

  /// By the rules of IEEE 754, as XPath has them.
  boolean holds(double left, double right) {
    return switch (this) {
      case EQUAL -> left == right;
      case NOT_EQUAL -> left != right;
      case LESS -> left < right;
      case LESS_OR_EQUAL -> left <= right;
      case GREATER -> left > right;
      case GREATER_OR_EQUAL -> left >= right;
    };
  }

  boolean holds(long left, long right) {
    int order = Long.compare(left, right);
    return switch (this) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }
}
