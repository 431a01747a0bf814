package io.tiercel.json.marc;

import java.util.List;

/// A field of two indicators and subfields, in their order; codes may repeat.
public record DataField(String tag, char indicator1, char indicator2, List<Subfield> subfields)
    implements MarcField {
  /// @throws IllegalArgumentException if tag or indicators are none
  public DataField {
    Tags.check(tag);
    if (Tags.isControl(tag)) {
      throw new IllegalArgumentException("a data field's tag does not begin with 00, got " + tag);
    }
    checkIndicator(tag, indicator1);
    checkIndicator(tag, indicator2);
    subfields = List.copyOf(subfields);
  }

  private static void checkIndicator(String tag, char indicator) {
    if (indicator < ' ' || indicator > '~') {
      throw new IllegalArgumentException(
          "an indicator of %s is one printable ASCII character or a space, got %s"
              .formatted(tag, Quoted.of("" + indicator)));
    }
  }
}
