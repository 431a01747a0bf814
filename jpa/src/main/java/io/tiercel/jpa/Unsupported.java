package io.tiercel.jpa;

/// What this version does not do yet says so, and what to use instead.
final class Unsupported {
  private Unsupported() {}

  static UnsupportedOperationException feature(String feature, String instead) {
    return new UnsupportedOperationException(
        "%s are not supported yet\nHint: %s.".formatted(feature, instead));
  }

  static UnsupportedOperationException jdbc() {
    return feature("java.sql connections", "unwrap io.tiercel.wire.Connection");
  }
}
