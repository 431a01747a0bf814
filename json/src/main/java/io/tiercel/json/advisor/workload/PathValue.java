package io.tiercel.json.advisor.workload;

import io.tiercel.json.path.DocumentPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An expression that is a value of one document: the path, and as what it is taken.
///
/// @param steps null is each element of an array
/// @param hiddenBy why the path is not known, null if it is
/// @param hasPosition whether a step was a position in an array
/// @param isDerived whether it is of rows that a function made of the document
record PathValue(
    DocumentColumn column,
    List<@Nullable String> steps,
    ValueClass valueClass,
    @Nullable String hiddenBy,
    boolean hasPosition,
    boolean isDerived) {

  static PathValue of(DocumentColumn column) {
    return new PathValue(column, List.of(), ValueClass.JSON, null, false, false);
  }

  PathValue as(ValueClass other) {
    return new PathValue(column, steps, other, hiddenBy, hasPosition, isDerived);
  }

  PathValue hidden(String reason) {
    return new PathValue(column, steps, valueClass, reason, hasPosition, isDerived);
  }

  PathValue derived() {
    return new PathValue(column, steps, ValueClass.JSON, hiddenBy, hasPosition, true);
  }

  PathValue then(List<@Nullable String> more) {
    List<@Nullable String> all = new ArrayList<>(steps);
    all.addAll(more);
    return new PathValue(column, all, valueClass, hiddenBy, hasPosition, isDerived);
  }

  PathValue atPosition() {
    List<@Nullable String> all = new ArrayList<>(steps);
    all.add(null);
    return new PathValue(column, all, valueClass, hiddenBy, true, isDerived);
  }

  /// The path, null for the whole document.
  @Nullable DocumentPath path() {
    return steps.isEmpty() || steps.getFirst() == null ? null : new DocumentPath(steps);
  }

  String note() {
    if (hasPosition) {
      return "a position in an array is part of the path: elements elsewhere are missed";
    }
    return isDerived
        ? "compared in rows that a function makes of the array: no index serves it"
        : "";
  }
}
