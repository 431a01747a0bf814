package io.tiercel.cache;

import io.tiercel.cache.guard.DatabaseIdentity;
import io.tiercel.cache.guard.SearchPath;
import java.util.List;

/// What a connection must lead to, and find there, for the rows that it brings to be stored.
/// Immutable.
///
/// @param identity of the server whose changes are followed
/// @param schemas through which the names of the cached tables were looked up
/// @param tables their names, without schemas
public record FollowedServer(DatabaseIdentity identity, String schemas, List<String> tables) {
  public FollowedServer {
    tables = List.copyOf(tables);
  }

  /// Whether what is read there, under that search path, may be stored.
  public boolean mayFillFrom(DatabaseIdentity reader, SearchPath path) {
    return identity.mayFillFrom(reader) && !path.hidesTables() && schemas.equals(path.schemas());
  }
}
