package io.tiercel.inside.xml;

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

/// What [XmlFunctions] do, where Saxon is named: the functions' own class names nothing but
/// Tiercel's, so that its deployment does not take a library along. Stateless, safe for any thread.
final class XmlQueries {
  private static final Map<String, String> NO_NAMESPACES = Map.of();

  private XmlQueries() {}

  static Iterator<@Nullable String[]> table(
      String rows, byte[] document, String[] columns, String[] prefixesAndUris) {
    List<String> expressions = expressions(columns);
    Map<String, String> namespaces = byPrefix(prefixesAndUris);
    Optional<StreamPlan> plan = StreamPlan.of(rows, expressions, namespaces);
    return plan.isPresent()
        ? TableRows.of(plan.get(), document, () -> tree(rows, document, expressions, namespaces))
        : tree(rows, document, expressions, namespaces);
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

  static @Nullable String query(String expression, byte[] document, @Nullable String variables) {
    XQueryEvaluator evaluator = evaluator(expression, document);
    if (variables != null) {
      bind(evaluator, variables);
    }
    return content(evaluator);
  }

  static boolean exists(String expression, byte[] document, String variables) {
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
    try {
      return TreeRows.items(evaluator).hasNext();
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
