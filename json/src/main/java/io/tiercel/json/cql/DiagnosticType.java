package io.tiercel.json.cql;

/// The diagnostics of SRU that answer a query, with their numbers in `info:srw/diagnostic/1/`
/// (Library of Congress, SRU: Diagnostics List).
public enum DiagnosticType {
  /// The server failed.
  GENERAL(1, "general system error"),
  /// There is no operation of that name.
  OPERATION(4, "unsupported operation"),
  /// The version is not spoken; the details tell the highest that is.
  VERSION(5, "unsupported version"),
  /// A parameter of the request has a value that it cannot have.
  PARAMETER_VALUE(6, "unsupported parameter value"),
  /// A parameter of the request is missing.
  PARAMETER_MISSING(7, "mandatory parameter not supplied"),
  /// There is no parameter of that name.
  PARAMETER(8, "unsupported parameter"),
  /// The query breaks the grammar.
  SYNTAX_ERROR(10, "query syntax error"),
  /// The query is longer than the server takes.
  TOO_MANY_CHARACTERS(12, "too many characters in query"),
  /// A parenthesis is missing, or they are too deep.
  PARENTHESES(13, "invalid or unsupported use of parentheses"),
  /// A quote is missing.
  QUOTES(14, "invalid or unsupported use of quotes"),
  /// A prefix is not assigned, or its context set is not known.
  CONTEXT_SET(15, "unsupported context set"),
  /// There is no index of that name.
  INDEX(16, "unsupported index"),
  /// There is no relation of that name.
  RELATION(19, "unsupported relation"),
  /// There is no relation modifier of that name.
  RELATION_MODIFIER(20, "unsupported relation modifier"),
  /// The relation modifiers do not go together.
  RELATION_MODIFIERS(21, "unsupported combination of relation modifiers"),
  /// The index does not take the relation.
  RELATION_AND_INDEX(22, "unsupported combination of relation and index"),
  /// The term is longer than the server takes.
  TERM_TOO_LONG(23, "too many characters in term"),
  /// The relation does not take such a term.
  RELATION_AND_TERM(24, "unsupported combination of relation and term"),
  /// A backslash stands before a character that needs none.
  ESCAPED(26, "non special character escaped in term"),
  /// The term is empty.
  EMPTY_TERM(27, "empty term unsupported"),
  /// A mask cannot be served here.
  MASKING(28, "masking character not supported"),
  /// There is too little besides the mask.
  MASKED_TOO_SHORT(29, "masked words too short"),
  /// An anchor cannot be served here.
  ANCHORING(31, "anchoring character not supported"),
  /// An anchor stands where nothing begins or ends.
  ANCHOR_POSITION(32, "anchoring character in unsupported position"),
  /// A mask within words that shall be near each other.
  PROXIMITY_AND_MASKING(
      33, "combination of proximity/adjacency and masking characters not supported"),
  /// An anchor within words that shall be near each other.
  PROXIMITY_AND_ANCHORING(
      34, "combination of proximity/adjacency and anchoring characters not supported"),
  /// No word of the term is indexed.
  ONLY_STOP_WORDS(35, "term contains only stopwords"),
  /// The term is no number, date, … where the index or relation wants one.
  TERM_FORMAT(36, "term in invalid format for index or relation"),
  /// There is no boolean of that name.
  BOOLEAN(37, "unsupported boolean operator"),
  /// There are more booleans than the server takes.
  TOO_MANY_BOOLEANS(38, "too many boolean operators in query"),
  /// `prox` cannot be served between these clauses.
  PROXIMITY(39, "proximity not supported"),
  /// The relation of the distance cannot be served.
  PROXIMITY_RELATION(40, "unsupported proximity relation"),
  /// The distance cannot be served.
  PROXIMITY_DISTANCE(41, "unsupported proximity distance"),
  /// The unit of the distance cannot be served.
  PROXIMITY_UNIT(42, "unsupported proximity unit"),
  /// The order of what is near each other cannot be served.
  PROXIMITY_ORDERING(43, "unsupported proximity ordering"),
  /// The modifiers of `prox` do not go together.
  PROXIMITY_MODIFIERS(44, "unsupported combination of proximity modifiers"),
  /// There is no boolean modifier of that name.
  BOOLEAN_MODIFIER(46, "unsupported boolean modifier"),
  /// Something of the language that is not served.
  FEATURE(48, "query feature unsupported"),
  /// A mask stands where it cannot be served.
  MASKING_POSITION(49, "masking character in unsupported position"),
  /// Results are not kept.
  RESULT_SETS(50, "result sets not supported"),
  /// The result has fewer records.
  FIRST_RECORD(61, "first record position out of range"),
  /// Records cannot be had in that schema.
  SCHEMA(66, "unknown schema for retrieval"),
  /// Records cannot be packed so.
  PACKING(71, "unsupported record packing"),
  /// There is no sorting.
  SORT(80, "sort not supported"),
  /// This cannot be sorted by.
  SORT_SEQUENCE(82, "unsupported sort sequence"),
  /// There are more sort keys than the server takes.
  TOO_MANY_SORT_KEYS(84, "too many sort keys"),
  /// What is missing cannot be put there.
  MISSING_VALUE(92, "unsupported missing value action"),
  /// A record without a value ends the sorting, as the query asks.
  SORT_ENDED(93, "sort ended due to missing value");

  private final int number;
  private final String message;

  DiagnosticType(int number, String message) {
    this.number = number;
    this.message = message;
  }

  /// The number in the list.
  public int number() {
    return number;
  }

  /// What the list says, in lower case.
  public String message() {
    return message;
  }

  /// `info:srw/diagnostic/1/` and the number.
  public String uri() {
    return "info:srw/diagnostic/1/" + number;
  }
}
