package io.tiercel.jdbc.convert;

/// Where we mean to differ from pgjdbc; docs/driver.md tells users.
final class Differences {
  private Differences() {}

  static boolean isDeliberate(String type, String getter, String expected, String actual) {
    // A failure of pgjdbc that is no SQLException is none to keep.
    if (expected.startsWith("thrown") && !actual.startsWith("thrown")) {
      return true;
    }
    // getObject with a class reads whatever the getter of that class reads.
    if (getter.startsWith("getObject(")
        && expected.matches("SQLSTATE (22023|42821)")
        && !actual.startsWith("thrown")) {
      return true;
    }
    return switch (type) {
      // true and false are 1 and 0, as table B-6 has it.
      case "bool" -> expected.equals("SQLSTATE 22003");
      // 1.00 is 1.
      case "numeric" -> getter.equals("getBoolean") && expected.equals("SQLSTATE 42846");
      // What pgjdbc reads as classes of its own, we read as ours.
      case "point", "box", "lseg", "path", "polygon", "line", "circle", "interval" ->
          getter.equals("getObject");
      // pgjdbc finds a date between the brackets.
      case "daterange" -> getter.startsWith("getDate") && actual.equals("SQLSTATE 22007");
      // pgjdbc takes no negative amounts.
      case "money" -> expected.equals("SQLSTATE 22003");
      // The time of day of a timestamp in the hour that a clock skips or repeats stays what it is.
      case "timestamp", "timestamptz" ->
          getter.equals("getTime")
              && actual.equals("Time 5400000")
              && expected.matches("Time (9000000|1800000)");
      // pgjdbc reads an empty string as the byte 0, and as no other number.
      case "text" -> getter.equals("getByte") && actual.equals("SQLSTATE 22003");
      default -> false;
    };
  }
}
