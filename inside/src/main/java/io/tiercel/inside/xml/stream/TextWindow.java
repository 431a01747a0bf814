package io.tiercel.inside.xml.stream;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The document's text between the start of the outermost open [Capture] and the place that was
/// read last; nothing where none is open. Captures begin in the order of their starts. Confined to
/// one thread.
final class TextWindow {
  private static final int FIRST_CHARS = 4096;

  /// A stretch of text that has begun: an element's value, or a text node.
  static final class Capture {
    private final long start;
    private final long startCodePoints;
    private final long maxChars;
    private final @Nullable Runnable whenTooLong;

    private Capture(
        long start, long startCodePoints, long maxChars, @Nullable Runnable whenTooLong) {
      this.start = start;
      this.startCodePoints = startCodePoints;
      this.maxChars = maxChars;
      this.whenTooLong = whenTooLong;
    }
  }

  private final Deque<Capture> open = new ArrayDeque<>();
  private char[] chars = new char[FIRST_CHARS];

  /// How many chars there are, the first of which is at `base` of the document's text.
  private int size;

  private long base;
  private long total;
  private long totalCodePoints;

  /// Begins a capture.
  ///
  /// @param maxChars more than these end it, by `whenTooLong`
  Capture open(long maxChars, @Nullable Runnable whenTooLong) {
    var capture = new Capture(total, totalCodePoints, maxChars, whenTooLong);
    open.addLast(capture);
    return capture;
  }

  /// The text of an open capture up to now.
  String text(Capture capture) {
    int from = Math.toIntExact(capture.start - base);
    return new String(chars, from, size - from);
  }

  /// The length of an open capture up to now.
  long codePoints(Capture capture) {
    return totalCodePoints - capture.startCodePoints;
  }

  void close(Capture capture) {
    open.removeLastOccurrence(capture);
  }

  /// The document's text goes on.
  void append(char[] from, int start, int length) {
    total += length;
    totalCodePoints += length - lowSurrogates(from, start, length);
    for (Capture first = open.peekFirst();
        first != null && total - first.start > first.maxChars;
        first = open.peekFirst()) {
      open.removeFirst();
      Objects.requireNonNull(first.whenTooLong).run(); // may close more
    }
    Capture first = open.peekFirst();
    if (first == null) {
      size = 0;
      base = total;
      return;
    }
    makeRoom(Math.toIntExact(first.start - base), length);
    System.arraycopy(from, start, chars, size, length);
    size += length;
  }

  /// The first half of each pair counts.
  private static int lowSurrogates(char[] from, int start, int length) {
    int count = 0;
    for (int i = start; i < start + length; i++) {
      // A branch would be slower.
      count += (from[i] & 0xfc00) == Character.MIN_LOW_SURROGATE ? 1 : 0;
    }
    return count;
  }

  /// Forgets what no capture needs, where that is much.
  private void makeRoom(int unused, int more) {
    if (size + more > chars.length && unused > size / 2) {
      System.arraycopy(chars, unused, chars, 0, size - unused);
      size -= unused;
      base += unused;
    }
    if (size + more > chars.length) {
      chars = Arrays.copyOf(chars, Math.max(Math.addExact(size, more), chars.length * 2));
    }
  }
}
