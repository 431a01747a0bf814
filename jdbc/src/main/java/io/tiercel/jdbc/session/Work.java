package io.tiercel.jdbc.session;

import io.tiercel.wire.Pipeline;
import java.sql.SQLException;

/// An [Exchange] without a result.
@FunctionalInterface
public interface Work {
  void run(Pipeline pipeline) throws SQLException;
}
