package io.tiercel.inside.xml;

import io.tiercel.inside.PgException;
import io.tiercel.inside.PgFunction;
import io.tiercel.inside.PgType;
import java.util.Iterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// SQL/XML's functions with XQuery 3.1, to be deployed by
/// `PgJava.deploy(dataSource, "xml", XmlFunctions.class)`. The server's own XMLTABLE and XMLEXISTS
/// know XPath 1.0, and their names are keywords, so these are called as `"xmltable"` and
/// `"xmlexists"`.
///
/// Expressions see the document as their context, and nothing outside of the database; but they may
/// ask for the time, hence STABLE. Errors are `10000` for an expression that is wrong or fails,
/// `2200M` for a value of type xml that is no document, `21000` for a column with several items,
/// `0A000` where the worker does not have the libraries. Stateless, safe for any thread.
public final class XmlFunctions {
  private static final String FEATURE_NOT_SUPPORTED = "0A000";
  private static final String[] NO_NAMESPACES = {};

  private XmlFunctions() {}

  /// The rows that an expression finds in a document.
  ///
  /// @param rows each of its items is a row
  /// @param document in UTF-8
  /// @param columns expressions, for each of which a row is the context. One item is its string
  ///     value, none is NULL
  /// @return computed as they are asked for; each has as many strings as there are columns
  @PgFunction(
      name = "xmltable",
      volatility = PgFunction.Volatility.STABLE,
      strict = true,
      parallelSafe = true)
  public static Iterator<@Nullable String[]> xmltable(
      String rows, @PgType("xml") byte[] document, String[] columns) {
    return xmltable(rows, document, columns, NO_NAMESPACES);
  }

  /// As [#xmltable(String, byte[], String[])], with namespaces.
  ///
  /// @param namespaces prefix, URI, prefix, URI …; the prefix that is empty is that of names of
  ///     elements without one
  @PgFunction(
      name = "xmltable",
      volatility = PgFunction.Volatility.STABLE,
      strict = true,
      parallelSafe = true)
  public static Iterator<@Nullable String[]> xmltable(
      String rows, @PgType("xml") byte[] document, String[] columns, String[] namespaces) {
    return withLibraries(() -> XmlQueries.table(rows, document, columns, namespaces));
  }

  /// What an expression makes of a document, as content: atomic values become text with spaces
  /// between them.
  ///
  /// @param document in UTF-8
  /// @return null if it is nothing
  @PgFunction(
      name = "xmlquery",
      volatility = PgFunction.Volatility.STABLE,
      strict = true,
      parallelSafe = true)
  @PgType("xml")
  public static @Nullable String xmlquery(String expression, @PgType("xml") byte[] document) {
    return withLibraries(() -> XmlQueries.query(expression, document, null));
  }

  /// As [#xmlquery(String, byte[])], with values for the expression's external variables.
  ///
  /// @param variables a JSON object; `{"least": 5}` is for `declare variable $least external;`.
  ///     Strings, numbers (xs:double), booleans, arrays and maps as fn:parse-json makes them
  @PgFunction(
      name = "xmlquery",
      volatility = PgFunction.Volatility.STABLE,
      strict = true,
      parallelSafe = true)
  @PgType("xml")
  public static @Nullable String xmlquery(
      String expression, @PgType("xml") byte[] document, @PgType("jsonb") String variables) {
    return withLibraries(() -> XmlQueries.query(expression, document, variables));
  }

  /// Whether an expression finds anything in a document. With two arguments `"xmlexists"` would be
  /// the server's own function, which is found first: hence the variables.
  ///
  /// @param document in UTF-8
  /// @param variables as those of [#xmlquery(String, byte[], String)]; `{}` for none
  @PgFunction(
      name = "xmlexists",
      volatility = PgFunction.Volatility.STABLE,
      strict = true,
      parallelSafe = true)
  public static boolean xmlexists(
      String expression, @PgType("xml") byte[] document, @PgType("jsonb") String variables) {
    return withLibraries(() -> XmlQueries.exists(expression, document, variables));
  }

  private static <T extends @Nullable Object> T withLibraries(Supplier<T> work) {
    try {
      return work.get();
    } catch (NoClassDefFoundError e) {
      throw new PgException(
          FEATURE_NOT_SUPPORTED,
          "the worker has no class " + e.getMessage(),
          "The functions of XML need Saxon-HE and Aalto, which are libraries of their own.",
          "Add their jars to \"pgjava.class_path\" and call pgjava.restart_worker().",
          e);
    }
  }
}
