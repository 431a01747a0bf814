package io.tiercel.jpa.mapping;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/// A method that is called on an event: one of the entity or of a mapped superclass, without
/// arguments; or one of a listener, which takes the entity.
///
/// @param listener the listener class whose instance is called, null for the entity's own method
public record CallbackMethod(Method method, @Nullable Class<?> listener) {}
