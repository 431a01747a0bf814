package io.tiercel.json.cql;

import java.util.List;

/// An index to sort by.
public record SortKey(CqlString index, List<Modifier> modifiers) {
  public SortKey {
    modifiers = List.copyOf(modifiers);
  }

  @Override
  public String toString() {
    var text = new StringBuilder(index.toString());
    modifiers.forEach(text::append);
    return text.toString();
  }
}
