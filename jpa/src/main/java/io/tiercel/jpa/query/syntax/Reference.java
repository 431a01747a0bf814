package io.tiercel.jpa.query.syntax;

import java.util.List;

/// What names something of the domain: variables, paths and what may stand at the head of a path
/// (specification 4.4.4).
public sealed interface Reference extends Expression {

  /// `a.b.c`. One name may be an identification variable, a result variable, an attribute of `this`
  /// or an entity type; a longer one may be an enum constant. The semantics tells them apart.
  ///
  /// @param names at least one
  record Path(int at, List<String> names) implements Reference {
    /// Copies the names.
    public Path {
      names = List.copyOf(names);
      if (names.isEmpty()) {
        throw new IllegalArgumentException("a path has at least one name");
      }
    }

    /// The path as written.
    public String text() {
      return String.join(".", names);
    }
  }

  /// `treat(x as T).b.c`, `key(m).b`, `value(m).b`, `id(x).b`: a path whose head is not a name.
  ///
  /// @param names at least one
  record Navigation(int at, Reference head, List<String> names) implements Reference {
    /// Copies the names.
    public Navigation {
      names = List.copyOf(names);
    }
  }

  /// `treat(operand as entityName)`.
  record Treat(int at, Reference operand, String entityName) implements Reference {}

  /// `key(m)`, `value(m)`, `entry(m)` of a variable that ranges over a map.
  record MapPart(int at, Part part, Path variable) implements Reference {
    /// Which part of a map entry.
    public enum Part {
      KEY,
      VALUE,
      ENTRY
    }
  }

  /// `id(x)` or `version(x)` of an entity (specification 4.6.17).
  record Identity(int at, Attribute attribute, Reference operand) implements Reference {
    /// Which attribute of the entity.
    public enum Attribute {
      ID,
      VERSION
    }
  }

  /// `type(x)`: the entity type of a variable, path or parameter (specification 4.6.17).
  record TypeOf(int at, Expression operand) implements Reference {}
}
