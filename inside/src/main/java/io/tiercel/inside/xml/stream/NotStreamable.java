package io.tiercel.inside.xml.stream;

/// This document, or this value in it, is for a processor that knows the whole language: the
/// document has a document type, is not well-formed, or something would be an error there. Nothing
/// is wrong yet; whoever catches it asks that processor.
public final class NotStreamable extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotStreamable(String reason) {
    this(reason, null);
  }

  NotStreamable(String reason, @org.jspecify.annotations.Nullable Throwable cause) {
    // Control flow: nobody reads its stack.
    super(reason, cause, false, false);
  }
}
