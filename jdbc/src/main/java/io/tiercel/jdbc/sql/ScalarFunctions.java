package io.tiercel.jdbc.sql;

import io.tiercel.jdbc.error.SqlExceptions;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The scalar functions of JDBC 4.3, appendix C, where PostgreSQL names them differently or has
/// none of that name. Whatever is not here is called by its own name: `abs`, `mod`, `replace`, and
/// functions of users.
final class ScalarFunctions {
  /// Another name or form with the arguments in place: `%1$s` is the first. By name and number of
  /// arguments; an argument may be used twice.
  private static final Map<String, String> TEMPLATES =
      Map.ofEntries(
          // Numbers.
          Map.entry("ceiling/1", "ceil(%s)"),
          Map.entry("log/1", "ln(%s)"),
          Map.entry("log10/1", "log(%s)"),
          Map.entry("rand/0", "random()"),
          Map.entry(
              "rand/1",
              "(SELECT random() FROM setseed(mod(CAST(%s AS bigint), 1000000) / 1000000.0))"),
          // With a number of places PostgreSQL rounds numeric only.
          Map.entry("round/2", "round(CAST(%s AS numeric), %s)"),
          Map.entry("truncate/1", "trunc(%s)"),
          Map.entry("truncate/2", "trunc(CAST(%s AS numeric), %s)"),
          // Strings.
          Map.entry("char/1", "chr(%s)"),
          Map.entry("concat/2", "(%s || %s)"),
          Map.entry("insert/4", "overlay(%1$s PLACING %4$s FROM %2$s FOR %3$s)"),
          Map.entry("lcase/1", "lower(%s)"),
          Map.entry("length/1", "char_length(rtrim(%s))"),
          Map.entry("locate/2", "position(%s IN %s)"),
          Map.entry(
              "locate/3",
              "coalesce(nullif(position(%1$s IN substr(%2$s, %3$s)), 0) + %3$s - 1, 0)"),
          Map.entry("space/1", "repeat(' ', %s)"),
          Map.entry("ucase/1", "upper(%s)"),
          // Dates and times.
          Map.entry("curdate/0", "current_date"),
          Map.entry("curtime/0", "current_time"),
          Map.entry("current_date/0", "current_date"),
          Map.entry("current_time/0", "current_time"),
          Map.entry("current_timestamp/0", "current_timestamp"),
          Map.entry("now/0", "now()"),
          Map.entry("dayname/1", "to_char(%s, 'FMDay')"),
          Map.entry("monthname/1", "to_char(%s, 'FMMonth')"),
          Map.entry("dayofmonth/1", "extract(day FROM %s)"),
          Map.entry("dayofweek/1", "(extract(dow FROM %s) + 1)"),
          Map.entry("dayofyear/1", "extract(doy FROM %s)"),
          Map.entry("hour/1", "extract(hour FROM %s)"),
          Map.entry("minute/1", "extract(minute FROM %s)"),
          Map.entry("month/1", "extract(month FROM %s)"),
          Map.entry("quarter/1", "extract(quarter FROM %s)"),
          Map.entry("second/1", "extract(second FROM %s)"),
          Map.entry("week/1", "extract(week FROM %s)"),
          Map.entry("year/1", "extract(year FROM %s)"),
          // The system.
          Map.entry("database/0", "current_database()"),
          Map.entry("ifnull/2", "coalesce(%s, %s)"),
          Map.entry("user/0", "user"));

  /// `TIMESTAMPADD` by its unit.
  private static final Map<String, String> ADDITIONS =
      Map.of(
          "frac_second", "(%2$s + %1$s * interval '1 microsecond' / 1000)",
          "second", "(%2$s + %1$s * interval '1 second')",
          "minute", "(%2$s + %1$s * interval '1 minute')",
          "hour", "(%2$s + %1$s * interval '1 hour')",
          "day", "(%2$s + %1$s * interval '1 day')",
          "week", "(%2$s + %1$s * interval '1 week')",
          "month", "(%2$s + %1$s * interval '1 month')",
          "quarter", "(%2$s + %1$s * interval '3 months')",
          "year", "(%2$s + %1$s * interval '1 year')");

  /// `TIMESTAMPDIFF` by its unit: whole units from the first to the second, cut towards zero.
  private static final Map<String, String> DIFFERENCES =
      Map.of(
          "frac_second", seconds("* 1000000000"),
          "second", seconds(""),
          "minute", seconds("/ 60"),
          "hour", seconds("/ 3600"),
          "day", seconds("/ 86400"),
          "week", seconds("/ 604800"),
          "month", months(1),
          "quarter", months(3),
          "year", months(12));

  private ScalarFunctions() {}

  private static String seconds(String factor) {
    return "CAST(trunc((extract(epoch FROM %2$s) - extract(epoch FROM %1$s)) "
        + factor
        + ") AS bigint)";
  }

  private static String months(int unit) {
    String age = "age(%2$s, %1$s)";
    return "CAST(trunc((extract(year FROM "
        + age
        + ") * 12 + extract(month FROM "
        + age
        + ")) / "
        + unit
        + ") AS bigint)";
  }

  /// The call as PostgreSQL understands it.
  ///
  /// @param opened where the escape began, for messages
  static String render(String name, List<String> arguments, int opened) throws SQLException {
    String lower = name.toLowerCase(Locale.ROOT);
    String template = TEMPLATES.get(lower + "/" + arguments.size());
    if (template != null) {
      return template.formatted(arguments.stream().map(ScalarFunctions::operand).toArray());
    }
    return switch (lower) {
      case "convert" -> convert(arguments, opened);
      case "timestampadd" -> byUnit(ADDITIONS, name, arguments, opened);
      case "timestampdiff" -> byUnit(DIFFERENCES, name, arguments, opened);
      case "length", "char_length", "character_length" -> length(lower, arguments);
      case "substring", "position", "locate" -> inUnits(lower, arguments, opened);
      default -> plain(name, arguments);
    };
  }

  /// An argument that may become part of an expression.
  private static String operand(String argument) {
    boolean isSimple =
        argument.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '$' || c == '?');
    return isSimple ? argument : "(" + argument + ")";
  }

  private static String plain(String name, List<String> arguments) {
    return name + "(" + String.join(", ", arguments) + ")";
  }

  /// `CHAR_LENGTH(string, CHARACTERS | OCTETS)`.
  private static String length(String name, List<String> arguments) {
    if (arguments.size() != 2) {
      return plain(name, arguments);
    }
    String text = name.equals("length") ? "rtrim(" + arguments.get(0) + ")" : arguments.get(0);
    return isOctets(arguments.get(1)) ? "octet_length(" + text + ")" : "char_length(" + text + ")";
  }

  /// Functions whose last argument may say in which unit they count; characters are what
  /// PostgreSQL counts in.
  private static String inUnits(String name, List<String> arguments, int opened)
      throws SQLException {
    String last = arguments.isEmpty() ? "" : arguments.getLast();
    if (isOctets(last)) {
      throw SqlExceptions.of(
          "0A000",
          "{fn %s(…, OCTETS)} at character %d cannot be expressed\nHint: count in CHARACTERS, or convert to bytea."
              .formatted(name, opened + 1),
          null);
    }
    boolean hasUnit = last.equalsIgnoreCase("characters");
    List<String> rest = hasUnit ? arguments.subList(0, arguments.size() - 1) : arguments;
    return hasUnit ? render(name, rest, opened) : plain(name, rest);
  }

  private static boolean isOctets(String unit) {
    return unit.equalsIgnoreCase("octets");
  }

  private static String byUnit(
      Map<String, String> templates, String name, List<String> arguments, int opened)
      throws SQLException {
    if (arguments.size() != 3) {
      throw SqlErrors.syntax(
          "{fn %s} with %d arguments".formatted(name, arguments.size()),
          opened,
          "give it an interval, such as SQL_TSI_DAY, and two values.");
    }
    String unit = arguments.get(0).toLowerCase(Locale.ROOT);
    String template = templates.get(unit.startsWith("sql_tsi_") ? unit.substring(8) : unit);
    if (template == null) {
      throw SqlErrors.syntax(
          "unknown interval %s in {fn %s}".formatted(arguments.get(0), name),
          opened,
          "it is SQL_TSI_ and FRAC_SECOND, SECOND, MINUTE, HOUR, DAY, WEEK, MONTH, QUARTER or"
              + " YEAR.");
    }
    return template.formatted(operand(arguments.get(1)), operand(arguments.get(2)));
  }

  private static String convert(List<String> arguments, int opened) throws SQLException {
    if (arguments.size() != 2) {
      throw SqlErrors.syntax(
          "{fn convert} with %d arguments".formatted(arguments.size()),
          opened,
          "give it a value and a type, such as SQL_INTEGER.");
    }
    String type = arguments.get(1);
    return "CAST(" + arguments.get(0) + " AS " + ConvertTypes.postgresName(type) + ")";
  }
}
