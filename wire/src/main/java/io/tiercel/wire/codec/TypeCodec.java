package io.tiercel.wire.codec;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One PostgreSQL type as this client knows it. Plans decoders and encoders; the plan, not this,
/// runs once per value. Immutable.
interface TypeCodec {
  /// The type's name, for error messages.
  String typeName();

  /// What a value is read as when the caller names no class.
  Class<?> javaType();

  /// The format to ask the server for.
  Format preferredFormat();

  /// The format in which parameters are sent when the caller names none.
  default Format parameterFormat() {
    return preferredFormat();
  }

  /// A decoder to a boxed or reference class, or null if the type cannot be read as that class.
  @Nullable Decoder<?> planDecoder(Format format, Class<?> target);

  /// An encoder of a boxed or reference class, or null if the type does not take that class.
  @Nullable Encoder<?> planEncoder(Format format, Class<?> source);

  /// The classes to suggest when a plan is impossible.
  Set<Class<?>> readableAs();

  /// The classes to suggest when a plan is impossible.
  Set<Class<?>> writableFrom();
}
