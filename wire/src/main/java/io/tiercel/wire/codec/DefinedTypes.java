package io.tiercel.wire.codec;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Composes codecs for the types of one database from what its catalog says of them: a domain is
/// its base type, an array is made of its elements, an enum is its label. Confined to one thread.
final class DefinedTypes {
  private final Codecs known;
  private final Map<Integer, TypeDefinition> definitions = new HashMap<>();
  private final Map<Integer, TypeCodec> codecs = new HashMap<>();
  private final Map<Integer, Integer> arrayOids = new HashMap<>();

  /// Types being composed: a catalog that says a type is made of itself must not hang us.
  private final Set<Integer> open = new HashSet<>();

  DefinedTypes(Codecs known, Collection<TypeDefinition> added) {
    this.known = known;
    for (TypeDefinition definition : added) {
      if (!known.isKnown(definition.oid())) {
        definitions.put(definition.oid(), definition);
      }
    }
    for (TypeDefinition definition : definitions.values()) {
      codec(definition.oid());
      if (definition.arrayOid() != 0) {
        arrayOids.put(definition.oid(), definition.arrayOid());
      }
    }
  }

  Map<Integer, TypeCodec> codecs() {
    return Map.copyOf(codecs);
  }

  Map<Integer, Integer> arrayOids() {
    return Map.copyOf(arrayOids);
  }

  private TypeCodec codec(int oid) {
    TypeCodec codec = known.find(oid);
    if (codec == null) {
      codec = codecs.get(oid);
    }
    if (codec != null) {
      return codec;
    }
    TypeDefinition definition = definitions.get(oid);
    if (definition == null || !open.add(oid)) {
      return Texts.spelled("type " + oid);
    }
    codec = compose(definition);
    open.remove(oid);
    codecs.put(oid, codec);
    return codec;
  }

  private TypeCodec compose(TypeDefinition definition) {
    if (definition.category() == 'A' && definition.elementOid() != 0) {
      TypeDefinition element = definitions.get(definition.elementOid());
      char delimiter = element == null ? ',' : element.delimiter();
      return new ArrayCodec(codec(definition.elementOid()), definition.elementOid(), delimiter);
    }
    return switch (definition.kind()) {
      case 'd' -> codec(definition.baseOid());
      case 'e' -> Texts.text(definition.name());
      case 'c' -> Composites.composite(definition.name());
      // citext, and whatever else an extension says is a string, has text's send and receive.
      case 'b' ->
          definition.name().equals("citext")
              ? Texts.text(definition.name())
              : Texts.spelled(definition.name());
      default -> Texts.spelled(definition.name());
    };
  }
}
