package io.tiercel.jdbc.sql;

import java.util.Map;

/// What a `{call …}` or `{?= call …}` escape calls.
///
/// The parameters of the command are those of the escape in the same order: with a return value,
/// `$1` stands for it and is the first argument. A parameter that is only registered as output is
/// sent as NULL of type `void`; the server leaves such arguments out when it looks up a function.
///
/// @param routine the name as written, perhaps qualified or quoted
/// @param returnsValue whether the escape begins with `?=`
/// @param isCall whether the command is `CALL`, else it is `SELECT * FROM`
/// @param names the numbers, from 1, of the parameters that are passed by name, `a => ?`
/// @param isPlain whether every argument is a placeholder, passed by position
public record CallShape(
    String routine,
    boolean returnsValue,
    boolean isCall,
    Map<String, Integer> names,
    boolean isPlain) {

  public CallShape {
    names = Map.copyOf(names);
  }
}
