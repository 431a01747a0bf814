package io.tiercel.wire;

/// What CommandComplete says was done, such as `INSERT 0 5`, `SELECT 12`, `COMMIT`.
///
/// @param text the tag as the server sent it
/// @param rows the rows it counts: affected, selected or copied; 0 if the command counts none
public record CommandTag(String text, long rows) {
  /// Whether the server forgot all prepared statements with this.
  boolean discardsStatements() {
    return text.equals("DISCARD ALL") || text.equals("DEALLOCATE ALL");
  }

  /// Whether what is known of prepared statements may hold no more.
  boolean changesDefinitions() {
    return text.startsWith("ALTER ") || text.startsWith("DROP ");
  }

  static CommandTag parse(String text) {
    int space = text.lastIndexOf(' ');
    long rows = 0;
    for (int i = space + 1; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        rows = 0;
        break;
      }
      rows = rows * 10 + digit;
    }
    return new CommandTag(text, space < 0 ? 0 : rows);
  }
}
