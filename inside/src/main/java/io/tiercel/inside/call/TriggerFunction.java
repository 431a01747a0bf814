package io.tiercel.inside.call;

import io.tiercel.inside.PgRow;
import io.tiercel.inside.PgTrigger;
import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.sql.Statements;
import io.tiercel.inside.type.RecordShape;
import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import org.jspecify.annotations.Nullable;

/// The method of a trigger, for one table. Confined to the thread of its session.
///
/// CALL is the event (u8), the timing (u8), flags (u8: 1 for each row, 2 there is a table of old
/// rows, 4 of new ones), the trigger's name, its arguments (u16 count, cstrings), then the old and
/// the new row: whether there is one (u8), and its values. RESULT is what
/// [TriggerRows#writeChanges]
/// writes.
final class TriggerFunction implements Routine {
  private static final int SKIP = -1;

  private final Definition definition;
  private final MethodHandle method;
  private final boolean isVoid;
  private final TriggerRows rows;
  private final Statements statements;

  private TriggerFunction(
      Definition definition,
      MethodHandle method,
      boolean isVoid,
      TriggerRows rows,
      Statements statements) {
    this.definition = definition;
    this.method = method;
    this.isVoid = isVoid;
    this.rows = rows;
    this.statements = statements;
  }

  /// Finds the method, and plans the rows of the table, if the definition has one.
  static TriggerFunction link(Definition definition, ClassLoader loader, Statements statements)
      throws IllegalAccessException {
    Method method = MethodSearch.find(definition, loader);
    return new TriggerFunction(
        definition,
        MethodHandles.publicLookup()
            .unreflect(method)
            .asType(MethodType.methodType(Object.class, PgTrigger.class)),
        method.getReturnType() == void.class,
        TriggerRows.plan(definition, rowType(method)),
        statements);
  }

  /// The class of the rows: the argument of the parameter's type.
  private static Class<?> rowType(Method method) {
    if (method.getGenericParameterTypes()[0] instanceof ParameterizedType type
        && type.getActualTypeArguments()[0] instanceof Class<?> row
        && row != Object.class) {
      if (row != PgRow.class && !RecordShape.isRow(row)) {
        throw new CodecException(
            SqlState.DATATYPE_MISMATCH,
            "cannot read rows as %s: take a PgTrigger of a public record or of PgRow"
                .formatted(row.getName()));
      }
      return row;
    }
    return PgRow.class;
  }

  @Override
  public void writeDefined(WriteBuffer out) {
    rows.writeDefined(out);
  }

  @Override
  public void call(FrameReader frame, WriteBuffer result) throws Throwable {
    var trigger = TriggerCall.read(frame, definition, rows, statements);
    @Nullable Object value;
    try {
      value = (Object) method.invokeExact((PgTrigger<?>) trigger);
    } finally {
      trigger.end();
    }
    result.putInt(1);
    if (isVoid) {
      result.putShort(0);
    } else if (value == null) {
      result.putShort(SKIP);
    } else {
      rows.writeChanges(trigger.newRow(), value, result);
    }
  }
}
