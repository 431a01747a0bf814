package io.tiercel.json.marc;

/// A coded part of a data field.
///
/// @param code one printable ASCII character other than space
public record Subfield(char code, String value) {
  /// @throws IllegalArgumentException if the code is none
  public Subfield {
    if (code <= ' ' || code > '~') {
      throw new IllegalArgumentException(
          "a subfield's code is one printable ASCII character, got " + Quoted.of("" + code));
    }
  }
}
