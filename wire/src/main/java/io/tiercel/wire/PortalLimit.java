package io.tiercel.wire;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;

/// Which portal is executed, and how far.
///
/// @param portal its name; the unnamed one, "", ends with the next Bind or Sync
/// @param maxRows how many rows at most before it is suspended; 0 for all
public record PortalLimit(String portal, int maxRows) {
  /// The unnamed portal to its end.
  public static final PortalLimit NONE = new PortalLimit("", 0);

  public PortalLimit {
    if (maxRows < 0) {
      throw new UsageException(
          SqlState.INVALID_PARAMETER_VALUE, "a portal fetches 0 rows or more, not " + maxRows);
    }
  }
}
