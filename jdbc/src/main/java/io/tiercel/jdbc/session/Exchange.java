package io.tiercel.jdbc.session;

import io.tiercel.wire.Pipeline;
import java.sql.SQLException;

/// Work on the wire, with the session's lock held.
@FunctionalInterface
public interface Exchange<T> {
  T run(Pipeline pipeline) throws SQLException;
}
