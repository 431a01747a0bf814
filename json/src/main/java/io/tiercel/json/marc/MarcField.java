package io.tiercel.json.marc;

/// A variable field of a record. Immutable.
public sealed interface MarcField permits ControlField, DataField {
  /// Three digits or Latin letters; `00X` for control fields.
  String tag();
}
