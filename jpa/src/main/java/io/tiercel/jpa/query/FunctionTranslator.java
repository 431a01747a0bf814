package io.tiercel.jpa.query;

import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.FunctionCall;
import io.tiercel.jpa.query.syntax.FunctionCall.CastType;
import io.tiercel.jpa.query.syntax.FunctionCall.Field;
import io.tiercel.jpa.query.syntax.PlainFunction;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Translates the functions of specification 4.6.17.
final class FunctionTranslator {

  /// A function of the database, with its schema or without. Anything else could be more SQL.
  private static final Pattern NATIVE_NAME =
      Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]*(\\.[\\p{L}_][\\p{L}\\p{N}_$]*)?");

  /// The functions of PostgreSQL that take values of any type: it cannot tell the types of their
  /// parameters (`"any"` and the polymorphic types of the manual, section 36.2.5).
  private static final Set<String> POLYMORPHIC =
      Set.of(
          "array_append",
          "array_fill",
          "array_position",
          "array_positions",
          "array_prepend",
          "array_remove",
          "array_replace",
          "coalesce",
          "concat",
          "concat_ws",
          "format",
          "greatest",
          "json_build_array",
          "json_build_object",
          "jsonb_build_array",
          "jsonb_build_object",
          "least",
          "num_nonnulls",
          "num_nulls",
          "pg_column_size",
          "pg_typeof",
          "quote_literal",
          "quote_nullable",
          "to_json",
          "to_jsonb");

  private static final int MAX_REPEATED_CHARS = 10_000;

  private final Translation translation;
  private final Scope scope;
  private final ExpressionTranslator expressions;

  FunctionTranslator(Scope scope, ExpressionTranslator expressions) {
    this.scope = scope;
    this.translation = scope.translation();
    this.expressions = expressions;
  }

  Sql translate(FunctionCall call, @Nullable ValueType expected) {
    return switch (call) {
      case FunctionCall.Plain(_, var function, var arguments) ->
          plain(function, arguments, expected);
      case FunctionCall.Trim trim -> trim(trim);
      case FunctionCall.Extract extract -> extract(extract);
      case FunctionCall.Cast(_, var value, var type) -> cast(value, type);
      case FunctionCall.As as -> as(as, expected);
      case FunctionCall.Size(var at, var collection) ->
          Sql.primary(
                  "(%s)"
                      .formatted(
                          new CollectionTranslator(scope, expressions.paths())
                              .elements(at, collection, "count(*)")),
                  ValueType.LONG)
              .cast(ValueType.INTEGER);
      case FunctionCall.Index(var at, var variable) ->
          expressions.paths().position(at, variable.text());
      case FunctionCall.Native invocation -> nativeFunction(invocation);
    };
  }

  private Sql plain(
      PlainFunction function, List<Expression> arguments, @Nullable ValueType expected) {
    return switch (function) {
      case CONCAT -> new OperationTranslator(scope, expressions).concat(arguments);
      case SUBSTRING -> substring(arguments);
      case LOWER, UPPER -> call(function, ValueType.STRING, string(arguments, 0));
      case LENGTH -> call(function, ValueType.INTEGER, string(arguments, 0));
      case LOCATE -> locate(arguments);
      case JSON_EXISTS -> new ValueParts(translation, expressions).exists(arguments);
      case JSON_VALUE -> new ValueParts(translation, expressions).at(arguments).value();
      case REPLACE ->
          call(
              function,
              ValueType.STRING,
              string(arguments, 0),
              string(arguments, 1),
              string(arguments, 2));
      case LEFT, RIGHT ->
          call(function, ValueType.STRING, string(arguments, 0), integer(arguments, 1));
      case ABS -> sameType(function, arguments);
      case CEILING, FLOOR -> wholeNumber(function, arguments);
      case ROUND -> round(arguments);
      case EXP, LN, SQRT, POWER -> floating(function, arguments);
      case MOD -> mod(arguments);
      case SIGN ->
          call(function, ValueType.UNKNOWN, number(arguments, 0).text()).cast(ValueType.INTEGER);
      case COALESCE, NULLIF -> alternatives(function, arguments, expected);
      case CURRENT_DATE -> now("current_date", ValueType.plain(Date.class, "date"));
      // CURRENT_TIME of SQL has a time zone, which java.sql.Time has not.
      case CURRENT_TIME -> now("localtime", ValueType.plain(Time.class, "time"));
      case CURRENT_TIMESTAMP ->
          now("current_timestamp", ValueType.plain(Timestamp.class, "timestamptz"));
      case LOCAL_DATE -> now("current_date", ValueType.plain(LocalDate.class, "date"));
      case LOCAL_TIME -> now("localtime", ValueType.plain(LocalTime.class, "time"));
      case LOCAL_DATETIME ->
          now("localtimestamp", ValueType.plain(LocalDateTime.class, "timestamp"));
    };
  }

  /// The time at which the transaction began.
  private Sql now(String sql, ValueType type) {
    translation.dependOnTransaction();
    return Sql.primary(sql, type);
  }

  private static Sql call(PlainFunction function, ValueType type, String... arguments) {
    return Sql.primary(
        function.name().toLowerCase(Locale.ROOT) + "(" + String.join(", ", arguments) + ")", type);
  }

  private String string(List<Expression> arguments, int index) {
    return expressions.string(arguments.get(index)).text();
  }

  private String integer(List<Expression> arguments, int index) {
    return number(arguments, index, ValueType.INTEGER).cast(ValueType.INTEGER).text();
  }

  private Sql number(List<Expression> arguments, int index) {
    return number(arguments, index, ValueType.NUMBER);
  }

  private Sql number(List<Expression> arguments, int index, ValueType ofParameter) {
    var argument = arguments.get(index);
    var sql = expressions.argument(argument, ofParameter);
    if (!sql.type().isNumeric() && !sql.type().isUnknown()) {
      throw translation.error(
          argument.at(), "expected a number, found " + sql.type().description(), null);
    }
    return sql;
  }

  private Sql substring(List<Expression> arguments) {
    var text = string(arguments, 0);
    var start = integer(arguments, 1);
    return arguments.size() == 2
        ? call(PlainFunction.SUBSTRING, ValueType.STRING, text, start)
        : call(PlainFunction.SUBSTRING, ValueType.STRING, text, start, integer(arguments, 2));
  }

  /// `locate(searched, text[, start])`: 0 when it is not found, null when one of them is null.
  private Sql locate(List<Expression> arguments) {
    var searched = string(arguments, 0);
    var text = string(arguments, 1);
    if (arguments.size() == 2) {
      return Sql.primary("strpos(%s, %s)".formatted(text, searched), ValueType.INTEGER);
    }
    var start = integer(arguments, 2);
    var found = "strpos(substring(%s, %s), %s)".formatted(text, start, searched);
    // The arguments stand in it more than once, so that nested calls grow it exponentially.
    if (found.length() > MAX_REPEATED_CHARS) {
      throw translation.error(
          arguments.getFirst().at(),
          "the arguments of LOCATE are too long",
          "locate from the beginning, or compute the start in Java");
    }
    return Sql.primary(
        "case %s when 0 then 0 else %s + (%s) - 1 end".formatted(found, found, start),
        ValueType.INTEGER);
  }

  private Sql sameType(PlainFunction function, List<Expression> arguments) {
    var number = number(arguments, 0);
    return call(function, withoutConversion(number.type()), number.text());
  }

  private static ValueType withoutConversion(ValueType type) {
    return type.javaType() == Number.class ? ValueType.BIG_DECIMAL : type;
  }

  /// A whole number is its own ceiling and floor; PostgreSQL would make a double of it.
  private Sql wholeNumber(PlainFunction function, List<Expression> arguments) {
    var number = number(arguments, 0);
    return number.type().isIntegral() ? number : sameType(function, arguments);
  }

  /// PostgreSQL rounds to a number of digits exact numbers only.
  private Sql round(List<Expression> arguments) {
    var number = number(arguments, 0);
    var digits = integer(arguments, 1);
    var type = withoutConversion(number.type());
    var exact = number.type().isIntegral() ? number : number.cast(ValueType.BIG_DECIMAL);
    var rounded = call(PlainFunction.ROUND, ValueType.BIG_DECIMAL, exact.text(), digits);
    return type.sqlType() == null ? rounded : rounded.cast(type);
  }

  private Sql floating(PlainFunction function, List<Expression> arguments) {
    var numbers =
        arguments.stream()
            .map(
                argument ->
                    number(List.of(argument), 0, ValueType.DOUBLE).cast(ValueType.DOUBLE).text())
            .toArray(String[]::new);
    return call(function, ValueType.DOUBLE, numbers);
  }

  private Sql mod(List<Expression> arguments) {
    var dividend = number(arguments, 0, ValueType.INTEGER);
    var divisor = number(arguments, 1, ValueType.INTEGER);
    return call(
        PlainFunction.MOD,
        ValueType.promoted(dividend.type(), divisor.type()),
        dividend.text(),
        divisor.text());
  }

  private Sql alternatives(
      PlainFunction function, List<Expression> arguments, @Nullable ValueType expected) {
    var values = expressions.alternatives(arguments, expected);
    return call(
        function,
        function == PlainFunction.NULLIF
            ? values.getFirst().type()
            : ExpressionTranslator.common(values),
        values.stream().map(Sql::text).toArray(String[]::new));
  }

  private Sql trim(FunctionCall.Trim trim) {
    String side = trim.side().name().toLowerCase(Locale.ROOT);
    String character =
        trim.character() == null ? "" : expressions.character(trim.character()).text() + " ";
    return Sql.primary(
        "trim(%s %sfrom %s)".formatted(side, character, expressions.string(trim.value()).text()),
        ValueType.STRING);
  }

  private Sql extract(FunctionCall.Extract extract) {
    var value =
        expressions.argument(extract.value(), ValueType.plain(Timestamp.class, "timestamp"));
    var field = extract.field();
    if (field == Field.DATE) {
      return value.as(ValueType.UNKNOWN).cast(ValueType.plain(LocalDate.class, "date"));
    }
    if (field == Field.TIME) {
      return value.as(ValueType.UNKNOWN).cast(ValueType.plain(LocalTime.class, "time"));
    }
    var name = field.name().toLowerCase(Locale.ROOT);
    return Sql.primary("extract(%s from %s)".formatted(name, value.text()), ValueType.UNKNOWN)
        .cast(field == Field.SECOND ? ValueType.DOUBLE : ValueType.INTEGER);
  }

  private Sql cast(Expression value, CastType type) {
    var target =
        switch (type) {
          case STRING -> ValueType.STRING;
          case INTEGER -> ValueType.INTEGER;
          case LONG -> ValueType.LONG;
          case FLOAT -> ValueType.FLOAT;
          case DOUBLE -> ValueType.DOUBLE;
        };
    var ofParameter = type == CastType.STRING ? ValueType.AS_TEXT : ValueType.STRING;
    return expressions.argument(value, ofParameter).as(ValueType.UNKNOWN).cast(target);
  }

  private Sql as(FunctionCall.As as, @Nullable ValueType expected) {
    var type = ValueType.of(as.type());
    if (as.converts()) {
      var value = expressions.argument(as.value(), type);
      return type.isUnknown() ? value : value.as(ValueType.UNKNOWN).cast(type);
    }
    var value = expressions.translate(as.value(), expected);
    var known = value.type();
    if (known.isUnknown()) {
      return value.as(
          new ValueType(type.javaType(), type.columnType(), type.conversion(), null, null));
    }
    // Java reads the column as the other type of number; what SQL makes of it stays.
    return known.isNumeric() && type.isNumeric() && known.conversion() == null
        ? value.as(
            new ValueType(
                type.javaType(), type.columnType(), type.conversion(), known.sqlType(), null))
        : value;
  }

  /// Its type is the server's, and so are those of its parameters, but where any type will do: a
  /// cast by the argument's class could keep it from finding the function.
  private Sql nativeFunction(FunctionCall.Native invocation) {
    if (!NATIVE_NAME.matcher(invocation.name()).matches()) {
      throw translation.error(
          invocation.at(),
          "\"%s\" is no name of a function".formatted(invocation.name()),
          "write its name alone, or with its schema before a dot");
    }
    // It may write, lock, or change a setting.
    translation.dependOnTransaction();
    translation.callsFunction();
    String name = Translation.lowerCase(invocation.name());
    boolean takesAny = POLYMORPHIC.contains(name.substring(name.lastIndexOf('.') + 1));
    return Sql.primary(
        invocation.arguments().stream()
            .map(argument -> argument(argument, takesAny))
            .collect(Collectors.joining(", ", invocation.name() + "(", ")")),
        ValueType.UNKNOWN);
  }

  private String argument(Expression argument, boolean takesAny) {
    return argument instanceof Constant.Parameter parameter
            && !(argument instanceof Constant.TypedParameter)
        ? parameter(parameter, takesAny).text()
        : expressions.translate(argument).text();
  }

  private Sql parameter(Constant.Parameter parameter, boolean takesAny) {
    if (!takesAny) {
      return translation.parameters().placed(parameter, ValueType.UNKNOWN);
    }
    var typed = translation.parameters().inferred(parameter, ValueType.UNKNOWN);
    // Null tells no type, and text is as good as any.
    return typed.type().isUnknown() ? typed.as(ValueType.UNKNOWN).cast(ValueType.STRING) : typed;
  }
}
