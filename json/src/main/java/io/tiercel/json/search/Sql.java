package io.tiercel.json.search;

import java.util.ArrayList;
import java.util.List;

/// The parameters of a statement while it is written. All are texts; what a user gave is nowhere
/// else.
final class Sql {
  private final List<String> parameters = new ArrayList<>();

  /// A parameter in the statement.
  String parameter(String value) {
    parameters.add(value);
    return "$" + parameters.size() + "::text";
  }

  List<String> parameters() {
    return List.copyOf(parameters);
  }
}
