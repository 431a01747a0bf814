package io.tiercel.jpa.query;

/// A parameter of a query.
///
/// @param key its name (a String) or its position (an Integer)
/// @param javaType the class its argument is expected to have, boxed; Object when the query does
///     not tell
/// @param isCollection whether it stands for a list of values after `in`; a single value is taken
///     as a list of one
public record ParameterUse(Object key, Class<?> javaType, boolean isCollection) {}
