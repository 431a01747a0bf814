package io.tiercel.inside.type;

import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.codec.TypeDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The types that a frame speaks of: those that every server has, and those that it defines because
/// only one database has them. Immutable, safe for any thread.
///
/// @param codecs of all of them
/// @param attributes of composite types, by their oid
public record DatabaseTypes(Codecs codecs, Map<Integer, List<Integer>> attributes) {
  /// The types of every server.
  public static final DatabaseTypes BUILTIN = new DatabaseTypes(Codecs.builtin(), Map.of());

  /// Reads a count (u16) and so many rows of `pg_type`, in the order of [TypeDefinition].
  public static DatabaseTypes read(FrameReader frame) {
    int count = frame.readUnsignedShort();
    if (count == 0) {
      return BUILTIN;
    }
    List<TypeDefinition> definitions = new ArrayList<>();
    Map<Integer, List<Integer>> attributes = new HashMap<>();
    for (int i = 0; i < count; i++) {
      TypeDefinition definition = definition(frame);
      definitions.add(definition);
      if (definition.kind() == 'c') {
        attributes.put(definition.oid(), definition.attributeOids());
      }
    }
    return new DatabaseTypes(Codecs.builtin().with(definitions), Map.copyOf(attributes));
  }

  private static TypeDefinition definition(FrameReader frame) {
    int oid = frame.readInt();
    String name = frame.readCString();
    char kind = (char) frame.readByte();
    char category = (char) frame.readByte();
    int elementOid = frame.readInt();
    int arrayOid = frame.readInt();
    int baseOid = frame.readInt();
    char delimiter = (char) frame.readByte();
    int subtypeOid = frame.readInt();
    List<Integer> parts = frame.readOids();
    return new TypeDefinition(
        oid, name, kind, category, elementOid, arrayOid, baseOid, delimiter, subtypeOid, parts);
  }

  /// How values of a type come from the server: in binary where its layout is known.
  public Format argumentFormat(int oid) {
    return codecs.preferredFormat(oid);
  }

  /// How values of a type go to the server; of some types that is text although they are read in
  /// binary.
  public Format resultFormat(int oid) {
    return codecs.parameterFormat(oid);
  }
}
