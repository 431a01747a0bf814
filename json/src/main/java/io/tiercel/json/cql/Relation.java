package io.tiercel.json.cql;

import java.util.List;
import java.util.stream.Collectors;

/// What is between index and term.
public sealed interface Relation {
  /// In their order.
  List<Modifier> modifiers();

  /// Where it stands in the query.
  int position();

  /// A symbol. Equal wherever they stand.
  record Symbol(Comparison comparison, List<Modifier> modifiers, int position) implements Relation {
    public Symbol {
      modifiers = List.copyOf(modifiers);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Symbol symbol
          && symbol.comparison == comparison
          && symbol.modifiers.equals(modifiers);
    }

    @Override
    public int hashCode() {
      return 31 * comparison.hashCode() + modifiers.hashCode();
    }

    @Override
    public String toString() {
      return comparison.symbol() + joined(modifiers);
    }
  }

  /// A name, as `any`, `all`, `adj`, `within`, perhaps with the prefix of a context set.
  record Named(CqlString name, List<Modifier> modifiers) implements Relation {
    public Named {
      modifiers = List.copyOf(modifiers);
    }

    @Override
    public int position() {
      return name.position();
    }

    @Override
    public String toString() {
      return name + joined(modifiers);
    }
  }

  private static String joined(List<Modifier> modifiers) {
    return modifiers.stream().map(Modifier::toString).collect(Collectors.joining());
  }
}
