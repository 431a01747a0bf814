package io.tiercel.inside.xml;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.SaxonApiUncheckedException;
import net.sf.saxon.s9api.XQueryEvaluator;
import net.sf.saxon.s9api.XdmFunctionItem;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.trans.UncheckedXPathException;
import org.jspecify.annotations.Nullable;

/// The rows of a document by Saxon: the items of an expression, and for each of them its columns.
/// Confined to one thread.
final class TreeRows implements Iterator<@Nullable String[]> {
  private final List<String> columns;
  private final List<XQueryEvaluator> evaluators = new ArrayList<>();
  private final Iterator<XdmItem> items;

  /// @throws io.tiercel.inside.PgException `10000` if an expression is none
  TreeRows(String rows, List<String> columns, Map<String, String> namespaces, XdmNode document) {
    this.columns = columns;
    XQueryProcessor processor = XQueryProcessor.instance();
    for (String column : columns) {
      evaluators.add(processor.evaluator(column, namespaces));
    }
    this.items = items(processor.evaluator(rows, namespaces), document);
  }

  /// What an expression finds, one after the other.
  static Iterator<XdmItem> items(XQueryEvaluator evaluator, XdmItem context) {
    try {
      evaluator.setContextItem(context);
    } catch (SaxonApiException e) {
      throw XQueryFailure.evaluating(e);
    }
    return items(evaluator);
  }

  /// What an expression finds that has its context.
  static Iterator<XdmItem> items(XQueryEvaluator evaluator) {
    try {
      return evaluator.iterator();
    } catch (SaxonApiUncheckedException | UncheckedXPathException e) {
      throw XQueryFailure.evaluating(e);
    }
  }

  @Override
  public boolean hasNext() {
    try {
      return items.hasNext();
    } catch (SaxonApiUncheckedException | UncheckedXPathException e) {
      throw XQueryFailure.evaluating(e);
    }
  }

  @Override
  public @Nullable String[] next() {
    try {
      XdmItem row = items.next();
      @Nullable String[] values = new @Nullable String[evaluators.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(i, row);
      }
      return values;
    } catch (SaxonApiUncheckedException | UncheckedXPathException e) {
      throw XQueryFailure.evaluating(e);
    }
  }

  private @Nullable String value(int column, XdmItem row) {
    Iterator<XdmItem> found = items(evaluators.get(column), row);
    if (!found.hasNext()) {
      return null;
    }
    XdmItem item = found.next();
    if (found.hasNext()) {
      throw XQueryFailure.severalItems(column + 1, columns.get(column));
    }
    if (item instanceof XdmFunctionItem) { // maps and arrays, too
      throw XQueryFailure.noValue(column + 1, columns.get(column));
    }
    return item.getStringValue();
  }
}
