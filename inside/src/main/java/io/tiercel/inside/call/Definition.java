package io.tiercel.inside.call;

import io.tiercel.inside.jar.JarReference;
import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.type.DatabaseTypes;
import io.tiercel.wire.error.ProtocolViolation;
import java.util.ArrayList;
import java.util.List;

/// A function as a backend defines it (DEFINE): its number (u32), oid (u32), kind (u8), name, the
/// text behind AS, the types of arguments and of result columns (u16 count, u32 each), type
/// definitions; of a trigger then schema and name of the table, and the names of its columns, if
/// there is a table; and the jars its class is looked for in (u16 count, name and hash each).
///
/// @param number by which calls name it
/// @param oid of the function, 0 of a DO block
/// @param isSet whether it returns a set
/// @param isComposite whether a result is a row
/// @param isVoid whether there is no result
/// @param columns types of the result's columns, one for a scalar; 0 for one that was dropped
/// @param types of all of these
/// @param schema of a trigger's table
/// @param table of a trigger; empty if nobody has created the trigger yet
/// @param columnNames of the trigger's table
/// @param classPath the jars of the database that its classes are in, perhaps none
record Definition(
    int number,
    int oid,
    Kind kind,
    String name,
    String source,
    boolean isSet,
    boolean isComposite,
    boolean isVoid,
    List<Integer> arguments,
    List<Integer> columns,
    DatabaseTypes types,
    String schema,
    String table,
    List<String> columnNames,
    List<JarReference> classPath) {
  /// What is defined.
  enum Kind {
    FUNCTION,
    TRIGGER,
    EVENT_TRIGGER,
    TRANSITION,
    FINAL;

    /// Whether the method belongs to an object, the state of an aggregate.
    boolean isOfInstance() {
      return this == TRANSITION || this == FINAL;
    }
  }

  private static final int SET = 0x01;
  private static final int COMPOSITE = 0x04;
  private static final int VOID = 0x08;

  static Definition read(FrameReader frame) {
    int flags = frame.flags();
    int number = frame.readInt();
    int oid = frame.readInt();
    Kind kind = kind(frame.readByte());
    String name = frame.readCString();
    String source = frame.readCString();
    List<Integer> arguments = frame.readOids();
    List<Integer> columns = frame.readOids();
    DatabaseTypes types = DatabaseTypes.read(frame);
    String schema = "";
    String table = "";
    List<String> columnNames = new ArrayList<>();
    if (kind == Kind.TRIGGER && frame.readByte() != 0) {
      schema = frame.readCString();
      table = frame.readCString();
      for (int i = 0; i < columns.size(); i++) {
        columnNames.add(frame.readCString());
      }
    }
    List<JarReference> classPath = JarReference.readAll(frame);
    frame.requireEnd();
    return new Definition(
        number,
        oid,
        kind,
        name,
        source,
        (flags & SET) != 0,
        (flags & COMPOSITE) != 0,
        (flags & VOID) != 0,
        arguments,
        columns,
        types,
        schema,
        table,
        columnNames,
        classPath);
  }

  private static Kind kind(int code) {
    return switch (code) {
      case 0 -> Kind.FUNCTION;
      case 1 -> Kind.TRIGGER;
      case 2 -> Kind.EVENT_TRIGGER;
      case 3 -> Kind.TRANSITION;
      case 4 -> Kind.FINAL;
      default -> throw new ProtocolViolation("a definition of kind " + code);
    };
  }
}
