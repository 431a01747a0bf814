package io.tiercel.jdbc.sql;

import org.jspecify.annotations.Nullable;

/// Watches the tokens of one command go by and tells what kind of command it is and whether it may
/// end. One instance a command.
final class CommandTracker {
  private static final int MAX_LEADING_WORDS = 4;

  private @Nullable CommandKind kind;
  private boolean isFixed;
  private boolean hasReturning;

  /// Open parentheses and brackets now, and where the main keyword stood.
  private int depth;

  private int mainDepth;

  /// The words the command begins with, to recognize CREATE OR REPLACE FUNCTION.
  private int leadingWords;

  private boolean isCreate;
  private boolean isRoutine;

  /// BEGIN ATOMIC and the CASEs open in its body.
  private int bodyDepth;

  /// The last significant token: a word, or the symbol that it consists of.
  private String lastWord = "";

  private char lastSymbol;

  /// Notes a token of the text. Returns false if it is white space or a comment.
  boolean token(String sql, int start, int end) {
    char c = sql.charAt(start);
    if (Lexer.isSpace(c)) {
      return false;
    }
    if (end - start > 1 && (c == '-' || c == '/')) {
      return false;
    }
    if (Lexer.isWordStart(c)) {
      word(sql.substring(start, end));
    } else {
      symbol(c);
    }
    return true;
  }

  /// Notes a token that is no word, by its first character.
  void symbol(char c) {
    if (c == '(' || c == '[') {
      depth++;
    } else if ((c == ')' || c == ']') && depth > 0) {
      depth--;
    }
    if (kind == null && c != '(') {
      kind = CommandKind.OTHER;
    }
    lastWord = "";
    lastSymbol = c;
  }

  private void word(String word) {
    if (kind == null) {
      kind = CommandKind.ofKeyword(word);
      mainDepth = depth;
      isCreate = word.equalsIgnoreCase("create");
    } else if (kind == CommandKind.WITH) {
      mainKeyword(word);
    } else if (kind.isRowChange()) {
      hasReturning |= depth == mainDepth && lastSymbol != '.' && word.equalsIgnoreCase("returning");
    } else {
      furtherWord(word);
    }
    leadingWords++;
    lastWord = word;
    lastSymbol = 0;
  }

  /// Behind WITH: the first query keyword at its level that is not the name of a CTE.
  private void mainKeyword(String word) {
    CommandKind main = CommandKind.ofQueryKeyword(word);
    boolean isName =
        lastSymbol == ','
            || lastWord.equalsIgnoreCase("with")
            || lastWord.equalsIgnoreCase("recursive");
    if (main != null && depth == mainDepth && !isName) {
      kind = main;
    }
  }

  private void furtherWord(String word) {
    if (kind == CommandKind.ROLLBACK && word.equalsIgnoreCase("to")) {
      kind = CommandKind.SAVEPOINT;
    } else if ((kind == CommandKind.ROLLBACK || kind == CommandKind.COMMIT)
        && word.equalsIgnoreCase("prepared")) {
      kind = CommandKind.OTHER;
    } else if (isCreate && depth == 0) {
      routineWord(word);
    }
  }

  private void routineWord(String word) {
    if (!isRoutine) {
      isRoutine =
          leadingWords < MAX_LEADING_WORDS
              && (word.equalsIgnoreCase("function") || word.equalsIgnoreCase("procedure"));
    } else if (bodyDepth == 0) {
      if (word.equalsIgnoreCase("atomic") && lastWord.equalsIgnoreCase("begin")) {
        bodyDepth = 1;
      }
    } else if (word.equalsIgnoreCase("case")) {
      bodyDepth++;
    } else if (word.equalsIgnoreCase("end")) {
      bodyDepth--;
    }
  }

  /// Decides the kind, whatever the tokens say.
  void fix(CommandKind decided) {
    kind = decided;
    isFixed = true;
  }

  /// Whether no significant token has come yet.
  boolean isEmpty() {
    return !isFixed && kind == null && lastSymbol == 0;
  }

  /// Whether a semicolon here ends the command.
  boolean canEnd() {
    return depth == 0 && bodyDepth == 0;
  }

  CommandKind kind() {
    return kind == null ? CommandKind.OTHER : kind;
  }

  boolean hasReturning() {
    return hasReturning;
  }
}
