package io.tiercel.inside.call;

import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.type.DatabaseTypes;
import java.util.List;

/// A function as a backend defines it (DEFINE): oid (u32), its name, the text behind AS, the types
/// of arguments and of result columns (u16 count, u32 each), type definitions.
///
/// @param isSet whether it returns a set
/// @param isComposite whether a result is a row
/// @param isVoid whether there is no result
/// @param columns types of the result's columns, one for a scalar; 0 for one that was dropped
/// @param types of all of these
record Definition(
    int oid,
    String name,
    String source,
    boolean isSet,
    boolean isComposite,
    boolean isVoid,
    List<Integer> arguments,
    List<Integer> columns,
    DatabaseTypes types) {
  private static final int SET = 0x01;
  private static final int COMPOSITE = 0x04;
  private static final int VOID = 0x08;

  static Definition read(FrameReader frame) {
    int flags = frame.flags();
    int oid = frame.readInt();
    String name = frame.readCString();
    String source = frame.readCString();
    List<Integer> arguments = frame.readOids();
    List<Integer> columns = frame.readOids();
    DatabaseTypes types = DatabaseTypes.read(frame);
    frame.requireEnd();
    return new Definition(
        oid,
        name,
        source,
        (flags & SET) != 0,
        (flags & COMPOSITE) != 0,
        (flags & VOID) != 0,
        arguments,
        columns,
        types);
  }
}
