package io.tiercel.inside.call;

import io.tiercel.inside.PgException;
import io.tiercel.inside.PgTrigger;
import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.protocol.FrameType;
import io.tiercel.inside.sql.Statements;
import io.tiercel.wire.error.ProtocolViolation;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// One firing of a trigger. Confined to the thread of the call, and of no use after it.
final class TriggerCall implements PgTrigger<Object> {
  private static final String NOT_IN_PREREQUISITE_STATE = "55000";
  private static final int FOR_EACH_ROW = 1;
  private static final int OLD_TABLE = 2;
  private static final int NEW_TABLE = 4;

  private final Definition definition;
  private final Event event;
  private final Timing timing;
  private final int flags;
  private final String name;
  private final List<String> arguments;
  private final @Nullable Object oldRow;
  private final @Nullable Object newRow;
  private final TriggerRows rows;
  private final Statements statements;
  private final int level;
  private boolean ended;

  /// The one iterator of each table that may go on.
  private final @Nullable Batches[] current = new @Nullable Batches[2];

  private TriggerCall(
      FrameReader frame, Definition definition, TriggerRows rows, Statements statements) {
    this.definition = definition;
    this.rows = rows;
    this.statements = statements;
    level = frame.level();
    event = event(frame.readByte());
    timing = timing(frame.readByte());
    flags = frame.readByte();
    name = frame.readCString();
    arguments = new ArrayList<>();
    int count = frame.readUnsignedShort();
    for (int i = 0; i < count; i++) {
      arguments.add(frame.readCString());
    }
    oldRow = frame.readByte() == 0 ? null : rows.read(frame);
    newRow = frame.readByte() == 0 ? null : rows.read(frame);
    frame.requireEnd();
  }

  static TriggerCall read(
      FrameReader frame, Definition definition, TriggerRows rows, Statements statements) {
    return new TriggerCall(frame, definition, rows, statements);
  }

  private static Event event(int code) {
    return switch (code) {
      case 0 -> Event.INSERT;
      case 1 -> Event.DELETE;
      case 2 -> Event.UPDATE;
      case 3 -> Event.TRUNCATE;
      default -> throw new ProtocolViolation("a trigger for event " + code);
    };
  }

  private static Timing timing(int code) {
    return switch (code) {
      case 0 -> Timing.BEFORE;
      case 1 -> Timing.AFTER;
      case 2 -> Timing.INSTEAD_OF;
      default -> throw new ProtocolViolation("a trigger with timing " + code);
    };
  }

  /// Nothing can be asked of the backend for this firing any more.
  void end() {
    ended = true;
  }

  @Override
  public Event event() {
    return event;
  }

  @Override
  public Timing timing() {
    return timing;
  }

  @Override
  public boolean isForEachRow() {
    return (flags & FOR_EACH_ROW) != 0;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String schema() {
    return definition.schema();
  }

  @Override
  public String table() {
    return definition.table();
  }

  @Override
  public List<String> arguments() {
    return List.copyOf(arguments);
  }

  @Override
  public @Nullable Object oldRow() {
    return oldRow;
  }

  @Override
  public @Nullable Object newRow() {
    return newRow;
  }

  @Override
  public Iterable<Object> oldRows() {
    return transition(OLD_TABLE, 0, "OLD");
  }

  @Override
  public Iterable<Object> newRows() {
    return transition(NEW_TABLE, 1, "NEW");
  }

  private Iterable<Object> transition(int flag, int which, String word) {
    if ((flags & flag) == 0) {
      throw new PgException(
          NOT_IN_PREREQUISITE_STATE,
          "trigger \"%s\" has no table of %s rows".formatted(name, word.toLowerCase(Locale.ROOT)),
          null,
          "Create it FOR EACH STATEMENT with REFERENCING %s TABLE AS a_name.".formatted(word),
          null);
    }
    return () -> {
      var batches = new Batches(which);
      current[which] = batches;
      return batches;
    };
  }

  /// Reads a transition table batch by batch.
  private final class Batches implements Iterator<Object> {
    private final int which;
    private @Nullable FrameReader batch;
    private int left;
    private boolean isLast;

    Batches(int which) {
      this.which = which;
    }

    @Override
    public boolean hasNext() {
      while (left == 0 && !isLast) {
        fetch();
      }
      return left > 0;
    }

    @Override
    public Object next() {
      FrameReader frame = hasNext() ? batch : null;
      if (frame == null) {
        throw new NoSuchElementException();
      }
      left--;
      return rows.read(frame);
    }

    private void fetch() {
      if (ended || statements.level() != level || current[which] != this) {
        throw new PgException(
            NOT_IN_PREREQUISITE_STATE,
            "the rows of trigger \"%s\" are read by another iterator, or its call is over"
                .formatted(name));
      }
      FrameReader frame =
          statements.ask(
              FrameType.TRANSITION,
              body -> body.putByte(which).putByte(batch == null ? 1 : 0),
              FrameType.ROWS);
      left = frame.readInt();
      isLast = (frame.flags() & FrameType.LAST) != 0;
      batch = frame;
    }
  }
}
