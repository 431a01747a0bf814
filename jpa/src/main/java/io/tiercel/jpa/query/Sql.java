package io.tiercel.jpa.query;

import io.tiercel.jpa.query.watch.Condition;
import io.tiercel.jpa.query.watch.Term;
import org.jspecify.annotations.Nullable;

/// SQL text of an expression, the type of its value, and how closely its outermost operator binds.
///
/// @param binding one of the constants here, in the order of PostgreSQL's operator precedence
/// @param term what can be told of it without the database, null for nothing
record Sql(String text, ValueType type, int binding, @Nullable Term term) {

  static final int OR = 1;
  static final int AND = 2;
  static final int NOT = 3;
  static final int COMPARISON = 4;
  static final int CONCAT = 5;
  static final int SUM = 6;
  static final int PRODUCT = 7;
  static final int SIGN = 8;
  static final int CAST = 9;
  static final int PRIMARY = 10;

  Sql(String text, ValueType type, int binding) {
    this(text, type, binding, null);
  }

  static Sql primary(String text, ValueType type) {
    return new Sql(text, type, PRIMARY);
  }

  static Sql condition(String text, int binding) {
    return new Sql(text, ValueType.BOOLEAN, binding);
  }

  static Sql condition(String text, int binding, Condition condition) {
    return new Sql(text, ValueType.BOOLEAN, binding, condition);
  }

  /// The same, with what can be told of it.
  Sql with(@Nullable Term known) {
    return new Sql(text, type, binding, known);
  }

  /// What it says as a condition.
  Condition asCondition() {
    return Condition.of(term);
  }

  /// The text as an operand of an operator that binds that closely, in parentheses where needed.
  String in(int operator) {
    return binding < operator ? "(" + text + ")" : text;
  }

  Sql as(ValueType other) {
    return new Sql(text, other, binding, term);
  }

  /// The value cast to a type; unchanged when it has it already.
  Sql cast(ValueType to) {
    String sqlType = to.sqlType();
    if (sqlType == null || sqlType.equals(type.sqlType())) {
      return as(to);
    }
    return new Sql(in(CAST) + "::" + sqlType, to, CAST);
  }
}
