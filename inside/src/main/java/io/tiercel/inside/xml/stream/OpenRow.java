package io.tiercel.inside.xml.stream;

import java.util.List;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// A row whose element has begun. It is dropped as soon as its condition cannot hold any more, and
/// complete when its element has ended. Confined to one thread.
final class OpenRow implements ElementValue {
  private final List<ColumnPath> columns;
  private final TextWindow window;
  private final int depth;
  private final @Nullable String[] values;

  /// One for each column with a path; the rest is null. Empty if there is none.
  private final @Nullable PathMatch[] matches;

  private Condition condition;
  private TextWindow.@Nullable Capture value;
  private boolean isComplete;
  private boolean isDropped;

  /// Begins a row at its start tag.
  ///
  /// @param condition what is left of it
  OpenRow(
      StreamPlan plan,
      int depth,
      Condition condition,
      boolean hasPaths,
      boolean hasValues,
      XMLStreamReader reader,
      TextWindow window) {
    this.columns = plan.columns();
    this.window = window;
    this.depth = depth;
    this.condition = condition;
    this.values = new @Nullable String[columns.size()];
    this.matches = new @Nullable PathMatch[hasPaths ? columns.size() : 0];
    for (int i = 0; i < values.length; i++) {
      ColumnPath column = columns.get(i);
      if (column.isKnownAtStart()) {
        NameTest attribute = column.attribute();
        values[i] = attribute == null ? null : attribute.attributeOf(reader);
      } else if (!column.isValue()) {
        matches[i] = new PathMatch(column, window);
      }
    }
    if (hasValues || condition != Condition.Constant.TRUE) {
      value = window.open(condition.maxChars(), this::drop);
    }
  }

  int depth() {
    return depth;
  }

  boolean isComplete() {
    return isComplete;
  }

  boolean isDropped() {
    return isDropped;
  }

  private void drop() {
    isDropped = true;
    for (PathMatch match : matches) {
      if (match != null) {
        match.abandon();
      }
    }
  }

  /// An element within it begins.
  void startElement(int elementDepth, XMLStreamReader reader) {
    for (PathMatch match : matches) {
      if (match != null) {
        match.startElement(elementDepth - depth, reader);
      }
    }
  }

  /// An element within it ends.
  void endElement(int elementDepth) {
    for (PathMatch match : matches) {
      if (match != null) {
        match.endElement(elementDepth - depth);
      }
    }
  }

  /// A text node within it begins.
  void startText(int parentDepth) {
    for (PathMatch match : matches) {
      if (match != null) {
        match.startText(parentDepth - depth);
      }
    }
  }

  void endText() {
    for (PathMatch match : matches) {
      if (match != null) {
        match.endText();
      }
    }
  }

  /// Its element ends.
  void end() {
    TextWindow.Capture captured = value;
    if (captured == null) {
      isComplete = true;
      return;
    }
    if (condition.atEnd(this)) {
      isComplete = true;
      for (int i = 0; i < values.length; i++) {
        if (columns.get(i).isValue()) {
          values[i] = text();
        }
      }
    } else {
      isDropped = true;
    }
    window.close(captured);
    value = null;
    condition = Condition.Constant.TRUE;
  }

  @Override
  public long length() {
    return window.codePoints(captured());
  }

  @Override
  public String text() {
    return window.text(captured());
  }

  private TextWindow.Capture captured() {
    TextWindow.Capture captured = value;
    if (captured == null) {
      throw new IllegalStateException("the value is not kept");
    }
    return captured;
  }

  /// The columns, when it is complete.
  ///
  /// @throws NotStreamable if one of them has several items
  @Nullable String[] values() {
    for (int i = 0; i < values.length; i++) {
      PathMatch match = i < matches.length ? matches[i] : null;
      if (match != null) {
        values[i] = match.value();
      }
      if (values[i] == null && columns.get(i).isString()) {
        values[i] = "";
      }
    }
    return values;
  }
}
