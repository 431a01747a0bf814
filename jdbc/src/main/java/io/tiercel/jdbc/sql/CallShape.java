package io.tiercel.jdbc.sql;

/// What a `{call …}` or `{?= call …}` escape calls.
///
/// The parameters of the command are those of the escape in the same order: with a return value,
/// `$1` stands for it and is the first argument. A parameter that is only registered as output is
/// sent as NULL of type `void`; the server leaves such arguments out when it looks up a function.
///
/// @param routine the name as written, perhaps qualified or quoted
/// @param returnsValue whether the escape begins with `?=`
/// @param isCall whether the command is `CALL`, else it is `SELECT * FROM`
public record CallShape(String routine, boolean returnsValue, boolean isCall) {}
