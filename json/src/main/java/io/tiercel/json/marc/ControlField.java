package io.tiercel.json.marc;

/// A field without indicators and subfields, `001` to `009`.
public record ControlField(String tag, String value) implements MarcField {
  ///
  /// @throws IllegalArgumentException if the tag is not of three letters or digits and begins with
  ///     00
  public ControlField {
    Tags.check(tag);
    if (!Tags.isControl(tag)) {
      throw new IllegalArgumentException("a control field's tag begins with 00, got " + tag);
    }
  }
}
