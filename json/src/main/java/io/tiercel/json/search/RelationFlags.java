package io.tiercel.json.search;

import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.DiagnosticType;
import io.tiercel.json.cql.Modifier;
import io.tiercel.json.cql.Relation;
import io.tiercel.json.path.MappedPath;

/// The modifiers of a relation, as far as they are served.
record RelationFlags(boolean number, boolean string, boolean word, boolean masked) {

  static RelationFlags of(Relation relation, Names names, MappedPath path) {
    boolean number = false;
    boolean string = false;
    boolean word = false;
    boolean masked = true;
    for (Modifier modifier : relation.modifiers()) {
      boolean served = modifier.value() == null;
      switch (names.local(modifier.name(), Names.CQL)) {
        case "number" -> number = true;
        case "string" -> string = true;
        case "word" -> word = true;
        case "masked" -> masked = true;
        case "unmasked" -> masked = false;
        case "ignorecase" -> served &= path.normalisation().ignoreCase();
        case "respectcase" -> served &= !path.normalisation().ignoreCase();
        case "ignoreaccents" -> served &= path.normalisation().ignoreAccents();
        case "respectaccents" -> served &= !path.normalisation().ignoreAccents();
        default -> served = false;
      }
      if (!served) {
        throw new CqlException(
            DiagnosticType.RELATION_MODIFIER, modifier.name().text(), modifier.name().position());
      }
    }
    if ((number ? 1 : 0) + (string ? 1 : 0) + (word ? 1 : 0) > 1) {
      throw new CqlException(
          DiagnosticType.RELATION_MODIFIERS, relation.toString(), relation.position());
    }
    return new RelationFlags(number, string, word, masked);
  }
}
