package io.tiercel.inside.xml;

import io.tiercel.inside.PgFunction;
import io.tiercel.inside.PgType;
import io.tiercel.inside.xml.stream.NotStreamable;
import io.tiercel.inside.xml.stream.StreamPlan;
import java.io.StringWriter;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.SaxonApiUncheckedException;
import net.sf.saxon.s9api.Serializer;
import net.sf.saxon.s9api.XQueryEvaluator;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.XdmMap;
import net.sf.saxon.s9api.XdmValue;
import net.sf.saxon.trans.UncheckedXPathException;
import org.jspecify.annotations.Nullable;

/// SQL/XML's functions with XQuery 3.1, to be deployed by
/// `PgJava.deploy(dataSource, "xml", XmlFunctions.class)`. The server's own XMLTABLE and XMLEXISTS
/// know XPath 1.0, and their names are keywords, so these are called as `"xmltable"` and
/// `"xmlexists"`.
///
/// Expressions see the document as their context, and nothing outside of the database. Errors are
/// `10000` for an expression that is wrong or fails, `2200M` for a value of type xml that is no
/// document, `21000` for a column with several items. Safe for any thread.
public final class XmlFunctions {
  private static final Map<String, String> NO_NAMESPACES = Map.of();

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
      volatility = PgFunction.Volatility.IMMUTABLE,
      strict = true,
      parallelSafe = true)
  public static Iterator<@Nullable String[]> xmltable(
      String rows, @PgType("xml") byte[] document, String[] columns) {
    return table(rows, document, columns, NO_NAMESPACES);
  }

  /// As [#xmltable(String, byte[], String[])], with namespaces.
  ///
  /// @param namespaces prefix, URI, prefix, URI …; the prefix that is empty is that of names of
  ///     elements without one
  @PgFunction(
      name = "xmltable",
      volatility = PgFunction.Volatility.IMMUTABLE,
      strict = true,
      parallelSafe = true)
  public static Iterator<@Nullable String[]> xmltable(
      String rows, @PgType("xml") byte[] document, String[] columns, String[] namespaces) {
    return table(rows, document, columns, byPrefix(namespaces));
  }

  private static Iterator<@Nullable String[]> table(
      String rows, byte[] document, String[] columns, Map<String, String> namespaces) {
    List<String> expressions = expressions(columns);
    try {
      Optional<StreamPlan> plan = StreamPlan.of(rows, expressions, namespaces);
      return plan.isPresent()
          ? TableRows.of(plan.get(), document, () -> tree(rows, document, expressions, namespaces))
          : tree(rows, document, expressions, namespaces);
    } catch (NoClassDefFoundError e) {
      throw XQueryFailure.missingLibrary(e);
    }
  }

  private static TreeRows tree(
      String rows, byte[] document, List<String> columns, Map<String, String> namespaces) {
    return new TreeRows(rows, columns, namespaces, Documents.ofSession().tree(document));
  }

  private static List<String> expressions(@Nullable String[] columns) {
    for (String column : columns) {
      if (column == null) {
        throw XQueryFailure.invalid("an expression of a column is NULL", null);
      }
    }
    return List.of(columns);
  }

  private static Map<String, String> byPrefix(@Nullable String[] namespaces) {
    if (namespaces.length % 2 != 0) {
      throw XQueryFailure.invalid(
          "namespaces are pairs of prefix and URI, and there are %d strings"
              .formatted(namespaces.length),
          null);
    }
    Map<String, String> byPrefix = new TreeMap<>();
    for (int i = 0; i < namespaces.length; i += 2) {
      String prefix = namespaces[i];
      String uri = namespaces[i + 1];
      if (prefix == null || uri == null) {
        throw XQueryFailure.invalid("a namespace is NULL", null);
      }
      byPrefix.put(prefix, uri);
    }
    return Map.copyOf(byPrefix);
  }

  /// What an expression makes of a document, as content: atomic values become text with spaces
  /// between them.
  ///
  /// @param document in UTF-8
  /// @return null if it is nothing
  @PgFunction(
      name = "xmlquery",
      volatility = PgFunction.Volatility.IMMUTABLE,
      strict = true,
      parallelSafe = true)
  @PgType("xml")
  public static @Nullable String xmlquery(String expression, @PgType("xml") byte[] document) {
    try {
      return content(evaluator(expression, document));
    } catch (NoClassDefFoundError e) {
      throw XQueryFailure.missingLibrary(e);
    }
  }

  /// As [#xmlquery(String, byte[])], with values for the expression's external variables.
  ///
  /// @param variables a JSON object; `{"least": 5}` is for `declare variable $least external;`.
  ///     Strings, numbers (xs:double), booleans, arrays and maps as fn:parse-json makes them
  @PgFunction(
      name = "xmlquery",
      volatility = PgFunction.Volatility.IMMUTABLE,
      strict = true,
      parallelSafe = true)
  @PgType("xml")
  public static @Nullable String xmlquery(
      String expression, @PgType("xml") byte[] document, @PgType("jsonb") String variables) {
    try {
      XQueryEvaluator evaluator = evaluator(expression, document);
      bind(evaluator, variables);
      return content(evaluator);
    } catch (NoClassDefFoundError e) {
      throw XQueryFailure.missingLibrary(e);
    }
  }

  /// Whether an expression finds anything in a document. With two arguments `"xmlexists"` would be
  /// the server's own function, which is found first: hence the variables.
  ///
  /// @param document in UTF-8
  /// @param variables as those of [#xmlquery(String, byte[], String)]; `{}` for none
  @PgFunction(
      name = "xmlexists",
      volatility = PgFunction.Volatility.IMMUTABLE,
      strict = true,
      parallelSafe = true)
  public static boolean xmlexists(
      String expression, @PgType("xml") byte[] document, @PgType("jsonb") String variables) {
    try {
      Optional<StreamPlan> plan = StreamPlan.of(expression, List.of(), NO_NAMESPACES);
      if (plan.isPresent()) {
        try {
          return plan.get().rows(document).findsAny();
        } catch (NotStreamable e) {
          // for the tree then
        }
      }
      XQueryEvaluator evaluator = evaluator(expression, document);
      bind(evaluator, variables);
      return TreeRows.items(evaluator).hasNext();
    } catch (NoClassDefFoundError e) {
      throw XQueryFailure.missingLibrary(e);
    } catch (SaxonApiUncheckedException | UncheckedXPathException e) {
      throw XQueryFailure.evaluating(e);
    }
  }

  private static XQueryEvaluator evaluator(String expression, byte[] document) {
    XQueryEvaluator evaluator = XQueryProcessor.instance().evaluator(expression, NO_NAMESPACES);
    try {
      evaluator.setContextItem(Documents.ofSession().tree(document));
    } catch (SaxonApiException e) {
      throw XQueryFailure.evaluating(e);
    }
    return evaluator;
  }

  private static void bind(XQueryEvaluator evaluator, String variables) {
    XQueryEvaluator parse =
        XQueryProcessor.instance()
            .evaluator("declare variable $json external; parse-json($json)", NO_NAMESPACES);
    parse.setExternalVariable(new QName("json"), new XdmAtomicValue(variables));
    try {
      if (!(parse.evaluateSingle() instanceof XdmMap map)) {
        throw XQueryFailure.invalid("the variables are no JSON object", null);
      }
      for (var variable : map.entrySet()) {
        evaluator.setExternalVariable(
            new QName(variable.getKey().getStringValue()), variable.getValue());
      }
    } catch (SaxonApiException e) {
      throw XQueryFailure.evaluating(e);
    } catch (UncheckedXPathException e) {
      throw XQueryFailure.evaluating(e);
    }
  }

  private static @Nullable String content(XQueryEvaluator evaluator) {
    try {
      XdmValue value = evaluator.evaluate();
      if (value.size() == 0) {
        return null;
      }
      var text = new StringWriter();
      Serializer serializer = XQueryProcessor.instance().processor().newSerializer(text);
      serializer.setOutputProperty(Serializer.Property.METHOD, "xml");
      serializer.setOutputProperty(Serializer.Property.OMIT_XML_DECLARATION, "yes");
      serializer.setOutputProperty(Serializer.Property.INDENT, "no");
      serializer.serializeXdmValue(value);
      return text.toString();
    } catch (SaxonApiException e) {
      throw XQueryFailure.evaluating(e);
    } catch (UncheckedXPathException e) {
      throw XQueryFailure.evaluating(e);
    }
  }
}
