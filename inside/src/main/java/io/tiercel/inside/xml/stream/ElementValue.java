package io.tiercel.inside.xml.stream;

/// The string value of an element that has ended.
interface ElementValue {
  /// In code points.
  long length();

  /// Computed when it is asked for.
  String text();
}
