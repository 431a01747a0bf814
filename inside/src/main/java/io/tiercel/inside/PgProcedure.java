package io.tiercel.inside;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A public static method of a public class that is to be a procedure in SQL, for CALL. It returns
/// nothing. See [PgFunction].
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface PgProcedure {
  /// The name in SQL; if empty the method's, with `_` between its words.
  String name() default "";

  /// The schema; if empty the current one of the session that deploys.
  String schema() default "";

  /// Whether it runs with the rights of its owner rather than of its caller.
  boolean securityDefiner() default false;

  /// Whether the worker is confined.
  PgFunction.Trust trust() default PgFunction.Trust.SANDBOXED;

  /// Settings that hold during a call, such as `search_path = shop`.
  String[] settings() default {};
}
