package io.tiercel.jpa.history;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// An entity whose table tells since when a row is as it is, so that queries may ask for what
/// was: `from Price p as of :moment`. It names the columns and tables that are there; what writes
/// them is up to the database: a trigger as a rule (the extension `temporal_tables` has one).
///
/// Names are as PostgreSQL stores them. For entities that extend each other it stands at the
/// root.
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface SystemVersioned {

  /// The column with the time in which a row is valid, a `tstzrange`, in the entity's table and in
  /// that of its history.
  String period() default "sys_period";

  /// The table of former rows, with the same columns. Empty when the entity's own table has them,
  /// each with its period; other queries then see all of them.
  String history() default "";

  /// The schema of the history; empty for that of the entity's table.
  String schema() default "";

  /// Whether the schema tools make the period, the history and the trigger. False where something
  /// else does, such as the extension `temporal_tables`, and always without [#history()].
  boolean managed() default true;
}
