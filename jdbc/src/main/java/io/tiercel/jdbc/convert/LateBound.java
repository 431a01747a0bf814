package io.tiercel.jdbc.convert;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// A value whose form depends on the type that the server inferred for its parameter. The statement
/// asks for it when the parameters are described, before it binds them.
public interface LateBound {
  /// What the codec of the type takes. May run statements of its own on the connection.
  ///
  /// @param oid the type of the parameter
  @Nullable Object valueFor(int oid) throws SQLException;
}
