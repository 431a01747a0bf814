package io.tiercel.jpa.query.syntax;

/// What has the same value for every row: literals (specification 4.6.1) and input parameters
/// (4.6.4).
public sealed interface Constant extends Expression {

  /// A literal. From a text its value is a String, Integer, Long, BigInteger, Float, Double,
  /// BigDecimal, Boolean, LocalDate, LocalTime or LocalDateTime; from the Criteria API it may be
  /// any object. Enum literals are [Reference.Path]s.
  record Literal(int at, Object value) implements Constant {}

  /// `null`.
  record Null(int at) implements Constant {}

  /// An input parameter.
  sealed interface Parameter extends Constant {}

  /// `:name`. Names are case-sensitive.
  record NamedParameter(int at, String name) implements Parameter {}

  /// `?1`.
  ///
  /// @param position from 1
  record PositionalParameter(int at, int position) implements Parameter {}

  /// A parameter of the Criteria API, or a value in one of its queries.
  ///
  /// @param key a name, or a key for the values of this query only
  /// @param type the class of its argument, boxed; Object when it is not known, and Collection for
  ///     the right side of `in`
  record TypedParameter(int at, String key, Class<?> type) implements Parameter {}
}
