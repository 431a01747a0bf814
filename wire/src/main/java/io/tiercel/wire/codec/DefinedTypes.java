package io.tiercel.wire.codec;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
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
      case 'c' -> composite(definition);
      case 'r' -> range(definition);
      case 'm' -> multirange(definition);
      case 'b' -> ofExtension(definition.name());
      default -> Texts.spelled(definition.name());
    };
  }

  /// The types of the server's own extensions whose binary format is known. Their oids are
  /// different in each database, so their names must do.
  private static TypeCodec ofExtension(String name) {
    return switch (name) {
      case "citext" -> Texts.text(name);
      case "hstore" -> HStores.hstore(name);
      case "ltree", "lquery", "ltxtquery" -> Texts.versioned(name);
      default -> Texts.spelled(name);
    };
  }

  private TypeCodec composite(TypeDefinition definition) {
    List<TypeCodec> attributes = definition.attributeOids().stream().map(this::codec).toList();
    return Composites.composite(
        definition.name(),
        definition.attributeOids(),
        attributes.stream().allMatch(type -> type.preferredFormat() == Format.BINARY));
  }

  private TypeCodec range(TypeDefinition definition) {
    return Ranges.range(definition.name(), codec(definition.subtypeOid()));
  }

  private TypeCodec multirange(TypeDefinition definition) {
    return codec(definition.subtypeOid()) instanceof Ranges range
        ? range.multirange(definition.name())
        : Texts.spelled(definition.name());
  }
}
