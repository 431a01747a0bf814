package io.tiercel.inside.xml.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the part of XPath that [StreamPlan] names, and refuses everything else by [NotStreamable],
/// be it valid or not: it is for the whole language's parser then.
final class ExpressionParser {
  /// Longer integers may not be exact as doubles.
  private static final int MOST_DIGITS = 15;

  private static final Map<String, String> PREDECLARED =
      Map.of(
          "xml", "http://www.w3.org/XML/1998/namespace",
          "xs", "http://www.w3.org/2001/XMLSchema",
          "xsi", "http://www.w3.org/2001/XMLSchema-instance");

  private final String text;
  private final Map<String, String> namespaces;
  private int at;

  ExpressionParser(String text, Map<String, String> namespaces) {
    this.text = text;
    this.namespaces = namespaces;
  }

  /// `//a[…]/b`; without a slash at its start it begins at the document all the same.
  List<Step> rowPath() {
    List<Step> steps = new ArrayList<>();
    boolean isDescendant = takes("//");
    if (!isDescendant) {
      takes("/");
    }
    for (; ; ) {
      NameTest name = elementName();
      List<Condition> conditions = new ArrayList<>();
      while (takes("[")) {
        conditions.add(or());
        require("]");
      }
      steps.add(new Step(isDescendant, name, Condition.allOf(conditions)));
      isDescendant = takes("//");
      if (!isDescendant && !takes("/")) {
        break;
      }
      if (!steps.getLast().condition().isKnownAtStart()) {
        throw new NotStreamable("a condition on a value within a path");
      }
    }
    requireEnd();
    return steps;
  }

  ColumnPath columnPath() {
    boolean isString = takesCall("string");
    if (isString && takes(")")) {
      requireEnd();
      return new ColumnPath(List.of(), ColumnPath.Part.VALUE, null, true);
    }
    ColumnPath path = path(isString);
    if (isString) {
      require(")");
    }
    requireEnd();
    return path;
  }

  private ColumnPath path(boolean isString) {
    List<NameTest> path = new ArrayList<>();
    if (takes(".")) {
      if (!takes("/")) {
        return new ColumnPath(path, ColumnPath.Part.VALUE, null, isString);
      }
    }
    do {
      if (takes("@")) {
        return new ColumnPath(path, ColumnPath.Part.ATTRIBUTE, attributeName(), isString);
      }
      if (takesCall("text")) {
        require(")");
        return new ColumnPath(path, ColumnPath.Part.TEXT, null, isString);
      }
      path.add(elementName());
    } while (takes("/"));
    return new ColumnPath(path, ColumnPath.Part.VALUE, null, isString);
  }

  private Condition or() {
    Condition left = and();
    while (takesWord("or")) {
      left = new Condition.Or(left, and());
    }
    return left;
  }

  private Condition and() {
    Condition left = single();
    while (takesWord("and")) {
      left = new Condition.And(left, single());
    }
    return left;
  }

  private Condition single() {
    if (takesCall("not")) {
      Condition inner = or();
      require(")");
      return new Condition.Not(inner);
    }
    if (takes("(")) {
      Condition inner = or();
      require(")");
      return inner;
    }
    if (takesCall("contains")) {
      return textFunction(Function.CONTAINS);
    }
    if (takesCall("starts-with")) {
      return textFunction(Function.STARTS_WITH);
    }
    if (takesCall("ends-with")) {
      return textFunction(Function.ENDS_WITH);
    }
    if (takesCall("string-length")) {
      return length();
    }
    if (takes("@")) {
      NameTest name = attributeName();
      TextTest test = comparison();
      return test == null
          ? new Condition.HasAttribute(name)
          : new Condition.AttributeText(name, test, null);
    }
    require(".");
    TextTest test = comparison();
    if (test == null) {
      throw new NotStreamable("an element as a condition");
    }
    return new Condition.ValueText(test);
  }

  private enum Function {
    CONTAINS,
    STARTS_WITH,
    ENDS_WITH
  }

  private Condition textFunction(Function function) {
    NameTest attribute = attributeOrValue();
    require(",");
    String literal = literal();
    require(")");
    TextTest test =
        switch (function) {
          case CONTAINS -> new TextTest.Contains(literal);
          case STARTS_WITH -> new TextTest.StartsWith(literal);
          case ENDS_WITH -> new TextTest.EndsWith(literal);
        };
    return attribute == null
        ? new Condition.ValueText(test)
        : new Condition.AttributeText(attribute, test, "");
  }

  /// Null for the value.
  private @Nullable NameTest attributeOrValue() {
    if (takes("@")) {
      return attributeName();
    }
    require(".");
    return null;
  }

  private Condition length() {
    NameTest attribute = null;
    if (!takes(")")) {
      attribute = attributeOrValue();
      require(")");
    }
    Comparison comparison = comparisonOperator();
    if (comparison == null) {
      throw new NotStreamable("a length as a condition");
    }
    long length = integer();
    return attribute == null
        ? new Condition.ValueLength(comparison, length)
        : new Condition.AttributeLength(attribute, comparison, length);
  }

  /// Null if there is none.
  private @Nullable TextTest comparison() {
    int start = at;
    Comparison comparison = comparisonOperator();
    if (comparison == null) {
      return null;
    }
    boolean isOfValues = Character.isLetter(text.charAt(skipSpace(start)));
    if (!isLiteral()) {
      if (isOfValues) {
        throw new NotStreamable("a value comparison of an untyped value with a number");
      }
      return new TextTest.Numeric(comparison, integer());
    }
    return switch (comparison) {
      case EQUAL -> new TextTest.Equal(literal());
      case NOT_EQUAL -> new TextTest.NotEqual(literal());
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          throw new NotStreamable("an order of strings");
    };
  }

  private @Nullable Comparison comparisonOperator() {
    if (takes("!=") || takesWord("ne")) {
      return Comparison.NOT_EQUAL;
    }
    if (takes("<=") || takesWord("le")) {
      return Comparison.LESS_OR_EQUAL;
    }
    if (takes(">=") || takesWord("ge")) {
      return Comparison.GREATER_OR_EQUAL;
    }
    if (takes("=") || takesWord("eq")) {
      return Comparison.EQUAL;
    }
    if (takes("<") || takesWord("lt")) {
      return Comparison.LESS;
    }
    return takes(">") || takesWord("gt") ? Comparison.GREATER : null;
  }

  private NameTest elementName() {
    return name(namespaces.getOrDefault("", ""));
  }

  private NameTest attributeName() {
    NameTest name = name("");
    if (name.localName() == null || name.uri() == null) {
      throw new NotStreamable("several attributes");
    }
    return name;
  }

  private NameTest name(String uriWithoutPrefix) {
    if (takes("*")) {
      if (peek() == ':') {
        throw new NotStreamable("a local name in any namespace");
      }
      return NameTest.ANY;
    }
    at = skipSpace(at);
    String first = simpleName();
    if (peek() != ':') {
      if (text.startsWith("(", skipSpace(at))) {
        throw new NotStreamable("a function or a kind of node");
      }
      return new NameTest(uriWithoutPrefix, first);
    }
    at++;
    String uri = namespaces.getOrDefault(first, PREDECLARED.get(first));
    if (uri == null) {
      throw new NotStreamable("an unknown prefix, or an axis");
    }
    if (peek() == '*') {
      at++;
      return new NameTest(uri, null);
    }
    String localName = simpleName();
    if (text.startsWith("(", skipSpace(at)) || text.startsWith(":", skipSpace(at))) {
      throw new NotStreamable("a function");
    }
    return new NameTest(uri, localName);
  }

  /// In ASCII.
  private String simpleName() {
    int start = at;
    while (isNameCharacter(peek())) {
      at++;
    }
    if (start == at || !isNameStart(text.charAt(start))) {
      throw new NotStreamable("no name");
    }
    String name = text.substring(start, at);
    if (name.chars().anyMatch(c -> c > 0x7f)) {
      throw new NotStreamable("a name that may be none");
    }
    return name;
  }

  private static boolean isNameStart(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isNameCharacter(int c) {
    return isNameStart(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c > 0x7f;
  }

  private boolean isLiteral() {
    at = skipSpace(at);
    return peek() == '\'' || peek() == '"';
  }

  /// A string; a quote in it is written twice.
  private String literal() {
    if (!isLiteral()) {
      throw new NotStreamable("no literal");
    }
    char quote = text.charAt(at);
    var value = new StringBuilder();
    for (at++; ; at++) {
      int c = peek();
      if (c == quote) {
        at++;
        if (peek() != quote) {
          return value.toString();
        }
      }
      // References are XQuery's, and line ends are normalized there.
      if (c < 0 || c == '&' || c == '\r') {
        throw new NotStreamable("a literal that has to be interpreted");
      }
      value.append((char) c);
    }
  }

  private long integer() {
    at = skipSpace(at);
    int start = at;
    while (peek() >= '0' && peek() <= '9') {
      at++;
    }
    int digits = at - start;
    if (digits == 0 || digits > MOST_DIGITS || isNameCharacter(peek())) {
      throw new NotStreamable("no simple integer");
    }
    return Long.parseLong(text, start, at, 10);
  }

  /// The character at the position, -1 at the end.
  private int peek() {
    return at < text.length() ? text.charAt(at) : -1;
  }

  private int skipSpace(int from) {
    int next = from;
    while (next < text.length() && " \t\r\n".indexOf(text.charAt(next)) >= 0) {
      next++;
    }
    return next;
  }

  private boolean takes(String symbol) {
    int start = skipSpace(at);
    if (!text.startsWith(symbol, start)) {
      return false;
    }
    at = start + symbol.length();
    return true;
  }

  private boolean takesWord(String word) {
    int start = skipSpace(at);
    int end = start + word.length();
    if (!text.startsWith(word, start)
        || (end < text.length() && isNameCharacter(text.charAt(end)))
        || (start > 0 && isNameCharacter(text.charAt(start - 1)))) {
      return false;
    }
    at = end;
    return true;
  }

  /// The name of a function and its parenthesis.
  private boolean takesCall(String function) {
    int before = at;
    if (takesWord(function) && takes("(")) {
      return true;
    }
    at = before;
    return false;
  }

  private void require(String symbol) {
    if (!takes(symbol)) {
      throw new NotStreamable("something else than " + symbol);
    }
  }

  private void requireEnd() {
    if (skipSpace(at) < text.length()) {
      throw new NotStreamable("more than a path");
    }
  }
}
