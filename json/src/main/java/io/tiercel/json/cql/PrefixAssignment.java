package io.tiercel.json.cql;

import org.jspecify.annotations.Nullable;

/// `> prefix = uri`: the prefix stands for a context set.
///
/// @param prefix null for names without a prefix
public record PrefixAssignment(@Nullable CqlString prefix, CqlString uri) {
  @Override
  public String toString() {
    return prefix == null ? "> " + uri : "> " + prefix + " = " + uri;
  }
}
