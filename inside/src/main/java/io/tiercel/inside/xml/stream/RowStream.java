package io.tiercel.inside.xml.stream;

import com.fasterxml.aalto.stax.InputFactoryImpl;
import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// The rows of a document in the order of their start tags. A row is there when its element has
/// ended, and waits for those that began before it: rows within rows take memory, others none.
/// Confined to one thread.
///
/// Which steps of the path an element has matched is a set of bits for each open element. Bit i of
/// its *context* says that it is what the first i steps lead to; bit i of what it *hands down*,
/// that it or an element around it is, and step i is `//`, which any element within may match.
public final class RowStream implements Iterator<@Nullable String[]> {
  private static final int FIRST_DEPTH = 32;

  private final StreamPlan plan;
  private final XMLStreamReader reader;
  private final TextWindow window = new TextWindow();
  private final long childSteps;
  private final long descendantSteps;
  private final boolean hasPaths;
  private final boolean hasValues;

  /// By depth; the document itself is at 0.
  private long[] contexts = new long[FIRST_DEPTH];

  private long[] handedDown = new long[FIRST_DEPTH];
  private @Nullable OpenRow[] rowAt = new @Nullable OpenRow[FIRST_DEPTH];
  private int depth;
  private boolean isInText;

  /// Rows that have begun and were not given out.
  private final Queue<OpenRow> begun = new ArrayDeque<>();

  /// Those whose elements are open, outermost first, if columns have paths.
  private final List<OpenRow> open = new ArrayList<>();

  RowStream(StreamPlan plan, byte[] document) {
    this.plan = plan;
    long children = 0;
    long descendants = 0;
    for (int i = 0; i < plan.steps().size(); i++) {
      if (plan.steps().get(i).isDescendant()) {
        descendants |= 1L << i;
      } else {
        children |= 1L << i;
      }
    }
    childSteps = children;
    descendantSteps = descendants;
    hasPaths = plan.columns().stream().anyMatch(c -> !c.isValue() && !c.isKnownAtStart());
    hasValues = plan.columns().stream().anyMatch(ColumnPath::isValue);
    contexts[0] = 1;
    handedDown[0] = 1 & descendants;
    // Not kept: its table of names is shared by all documents, and never forgets one.
    var parsers = new InputFactoryImpl();
    parsers.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
    try {
      reader = parsers.createXMLStreamReader(new ByteArrayInputStream(document));
    } catch (XMLStreamException e) {
      throw new NotStreamable("not well-formed", e);
    }
    if (reader.getVersion() != null && !reader.getVersion().equals("1.0")) {
      throw new NotStreamable("another version of XML");
    }
  }

  @Override
  public boolean hasNext() {
    for (; ; ) {
      OpenRow first = begun.peek();
      if (first != null && first.isDropped()) {
        begun.remove();
      } else if (first != null && first.isComplete()) {
        return true;
      } else if (!read()) {
        return false; // all elements have ended, and so have all rows
      }
    }
  }

  @Override
  public @Nullable String[] next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return begun.remove().values();
  }

  /// Whether there is a row in a document that is well-formed to its end.
  ///
  /// @throws NotStreamable if that is not known
  public boolean findsAny() {
    boolean isFound = hasNext();
    try {
      while (reader.hasNext()) {
        reader.next();
      }
    } catch (XMLStreamException e) {
      throw new NotStreamable("not well-formed", e);
    }
    return isFound;
  }

  /// Returns whether there was something.
  private boolean read() {
    try {
      if (!reader.hasNext()) {
        return false;
      }
      int event = reader.next();
      switch (event) {
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
            text();
        case XMLStreamConstants.START_ELEMENT -> {
          endText();
          startElement();
        }
        case XMLStreamConstants.END_ELEMENT -> {
          endText();
          endElement();
        }
        case XMLStreamConstants.COMMENT, XMLStreamConstants.PROCESSING_INSTRUCTION -> endText();
        case XMLStreamConstants.END_DOCUMENT -> {
          // nothing follows
        }
        default -> throw new NotStreamable("a document type, or entities");
      }
      return true;
    } catch (XMLStreamException e) {
      throw new NotStreamable("not well-formed", e);
    }
  }

  private void text() {
    int length = reader.getTextLength();
    if (length == 0 || depth == 0) {
      return;
    }
    if (!isInText) {
      isInText = true;
      for (OpenRow row : open) {
        if (!row.isDropped()) {
          row.startText(depth);
        }
      }
    }
    window.append(reader.getTextCharacters(), reader.getTextStart(), length);
  }

  private void endText() {
    if (isInText) {
      isInText = false;
      for (OpenRow row : open) {
        if (!row.isDropped()) {
          row.endText();
        }
      }
    }
  }

  private void startElement() {
    for (OpenRow row : open) {
      if (!row.isDropped()) {
        row.startElement(depth + 1, reader);
      }
    }
    depth++;
    if (depth == contexts.length) {
      contexts = Arrays.copyOf(contexts, depth * 2);
      handedDown = Arrays.copyOf(handedDown, depth * 2);
      rowAt = Arrays.copyOf(rowAt, depth * 2);
    }
    long context = 0;
    long candidates = (contexts[depth - 1] & childSteps) | handedDown[depth - 1];
    for (; candidates != 0; candidates &= candidates - 1) {
      int i = Long.numberOfTrailingZeros(candidates);
      Step step = plan.steps().get(i);
      if (step.name().matchesElement(reader)) {
        Condition left = step.condition().atStart(reader);
        if (left != Condition.Constant.FALSE) {
          context |= 1L << (i + 1);
          if (i + 1 == plan.steps().size()) {
            startRow(left);
          }
        }
      }
    }
    contexts[depth] = context;
    handedDown[depth] = handedDown[depth - 1] | (context & descendantSteps);
  }

  private void startRow(Condition left) {
    var row = new OpenRow(plan, depth, left, hasPaths, hasValues, reader, window);
    rowAt[depth] = row;
    begun.add(row);
    if (hasPaths) {
      open.add(row);
    }
  }

  private void endElement() {
    OpenRow row = rowAt[depth];
    if (row != null) {
      rowAt[depth] = null;
      if (!row.isDropped()) {
        row.end();
      }
      if (hasPaths) {
        open.removeLast();
      }
    }
    for (OpenRow outer : open) {
      if (!outer.isDropped()) {
        outer.endElement(depth);
      }
    }
    depth--;
  }
}
