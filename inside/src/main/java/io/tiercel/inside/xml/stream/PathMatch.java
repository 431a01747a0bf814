package io.tiercel.inside.xml.stream;

import java.util.List;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// What a column's path has found in one row. Depths are relative to the row's element. Confined to
/// one thread.
final class PathMatch {
  private final ColumnPath column;
  private final TextWindow window;

  /// How many names of the path the open elements have matched.
  private int matched;

  private int found;
  private TextWindow.@Nullable Capture capture;
  private @Nullable String value;

  PathMatch(ColumnPath column, TextWindow window) {
    this.column = column;
    this.window = window;
  }

  void startElement(int depth, XMLStreamReader reader) {
    List<NameTest> path = column.path();
    if (matched != depth - 1
        || depth > path.size()
        || !path.get(depth - 1).matchesElement(reader)) {
      return;
    }
    matched = depth;
    if (matched < path.size()) {
      return;
    }
    NameTest attribute = column.attribute();
    if (attribute != null) {
      String text = attribute.attributeOf(reader);
      if (text != null) {
        found++;
        value = text;
      }
    } else if (column.part() == ColumnPath.Part.VALUE) {
      begin();
    }
  }

  void endElement(int depth) {
    if (matched != depth) {
      return;
    }
    if (matched == column.path().size() && column.part() == ColumnPath.Part.VALUE) {
      finish();
    }
    matched = depth - 1;
  }

  void startText(int parentDepth) {
    if (column.part() == ColumnPath.Part.TEXT
        && matched == parentDepth
        && matched == column.path().size()) {
      begin();
    }
  }

  void endText() {
    if (column.part() == ColumnPath.Part.TEXT) {
      finish();
    }
  }

  /// Of the second nothing is needed but that it is there.
  private void begin() {
    found++;
    if (found == 1) {
      capture = window.open(Long.MAX_VALUE, null);
    }
  }

  private void finish() {
    TextWindow.Capture captured = capture;
    if (captured != null) {
      value = window.text(captured);
      abandon();
    }
  }

  void abandon() {
    TextWindow.Capture captured = capture;
    if (captured != null) {
      window.close(captured);
      capture = null;
    }
  }

  @Nullable String value() {
    if (found > 1) {
      throw new NotStreamable("a column of several items");
    }
    return value;
  }
}
