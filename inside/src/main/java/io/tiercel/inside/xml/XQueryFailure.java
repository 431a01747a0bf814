package io.tiercel.inside.xml;

import io.tiercel.inside.PgException;
import java.util.List;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XmlProcessingError;
import org.jspecify.annotations.Nullable;

/// The errors of the functions, by their SQLSTATE.
final class XQueryFailure {
  /// SQL/XML's class for errors of XQuery, static and dynamic ones.
  private static final String XQUERY_ERROR = "10000";

  private static final String INVALID_XML_DOCUMENT = "2200M";
  private static final String CARDINALITY_VIOLATION = "21000";
  private static final String INVALID_PARAMETER_VALUE = "22023";

  private XQueryFailure() {}

  /// An expression that is none.
  static PgException compiling(
      String expression, List<XmlProcessingError> errors, SaxonApiException cause) {
    String reasons =
        errors.isEmpty()
            ? String.valueOf(cause.getMessage())
            : String.join("; ", errors.stream().map(XQueryFailure::described).toList());
    return new PgException(XQUERY_ERROR, reasons, "The expression is: " + expression, null, cause);
  }

  private static String described(XmlProcessingError error) {
    var code = error.getErrorCode();
    return (code == null ? "" : code.getLocalName() + ": ") + error.getMessage();
  }

  /// An expression that failed.
  static PgException evaluating(SaxonApiException cause) {
    QName code = cause.getErrorCode();
    return new PgException(
        XQUERY_ERROR,
        (code == null ? "" : code.getLocalName() + ": ") + cause.getMessage(),
        null,
        null,
        cause);
  }

  /// An expression that failed while its result was read: Saxon throws either.
  static PgException evaluating(RuntimeException failure) {
    Throwable cause = failure.getCause();
    return evaluating(
        switch (cause) {
          case SaxonApiException known -> known;
          case null -> new SaxonApiException(failure);
          default -> new SaxonApiException(cause);
        });
  }

  static PgException parsing(Exception cause) {
    return new PgException(
        INVALID_XML_DOCUMENT, "could not parse XML document", cause.getMessage(), null, cause);
  }

  /// @param column from 1
  static PgException severalItems(int column, String expression) {
    return new PgException(
        CARDINALITY_VIOLATION,
        "column %d has more than one item".formatted(column),
        "Its expression is: " + expression,
        "Choose one, as by [1], or join them, as by string-join().",
        null);
  }

  static PgException noValue(int column, String expression) {
    return new PgException(
        XQUERY_ERROR,
        "column %d is a map, an array or a function, which has no value as text".formatted(column),
        "Its expression is: " + expression,
        null,
        null);
  }

  static PgException invalid(String message, @Nullable String hint) {
    return new PgException(INVALID_PARAMETER_VALUE, message, null, hint, null);
  }
}
