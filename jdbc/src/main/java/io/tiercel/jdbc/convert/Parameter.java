package io.tiercel.jdbc.convert;

import org.jspecify.annotations.Nullable;

/// The value of a parameter, ready for the protocol client.
///
/// @param declaredOid the type to declare when the statement is parsed; 0 leaves it to the server
/// @param value what the client's codec of the type takes
public record Parameter(int declaredOid, @Nullable Object value) {}
