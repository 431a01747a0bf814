package io.tiercel.inside;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A public static method of a public class that is to be a function in SQL. Types of parameters
/// and results follow from the Java types (`int` is integer, `BigDecimal` numeric, `LocalDate`
/// date, `int[]` integer[] …), or are stated by [PgType]. A method that returns a record returns
/// its components as columns; an `Iterator`, `Stream` or `Iterable` is a set. A method with
/// variable arguments is a variadic function.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface PgFunction {
  /// The name in SQL; if empty the method's, with `_` between its words.
  String name() default "";

  /// The schema; if empty the current one of the session that deploys.
  String schema() default "";

  /// What the result depends on. Functions that are not volatile may only read.
  Volatility volatility() default Volatility.VOLATILE;

  /// Whether the result is NULL whenever an argument is, and the method is not called then.
  boolean strict() default false;

  /// Whether the function may run in parallel workers. One that executes statements must not.
  boolean parallelSafe() default false;

  /// Whether it runs with the rights of its owner rather than of its caller.
  boolean securityDefiner() default false;

  /// Whether the worker is confined. A function that is not may only be created by a superuser.
  Trust trust() default Trust.SANDBOXED;

  /// The planner's cost of a call, in units of `cpu_operator_cost`.
  int cost() default 1000;

  /// For a set: how many rows the planner expects.
  int rows() default 1000;

  /// Settings that hold during a call, such as `search_path = shop`.
  String[] settings() default {};

  /// On what a result depends.
  enum Volatility {
    /// On nothing but the arguments.
    IMMUTABLE,
    /// On arguments and the database, which it does not change.
    STABLE,
    /// On anything.
    VOLATILE
  }

  /// The language of the function.
  enum Trust {
    /// `java`: in a worker of the function's owner, behind walls.
    SANDBOXED,
    /// `javau`: in the worker of all such functions, with the rights of the server's user.
    UNSANDBOXED
  }
}
