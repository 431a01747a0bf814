package io.tiercel.wire;

import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Encoder;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.codec.ServerBinary;
import io.tiercel.wire.codec.ServerText;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.Field;
import io.tiercel.wire.row.RowDescription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// A statement that the server knows by name: parsed and described once, its codecs planned once.
/// Belongs to its connection and is used by the same thread. It needs no closing: the least
/// recently used ones of a connection make room for others, and are prepared anew when used again.
public final class PreparedStatement {
  private static final int[] NO_OIDS = {};
  private static final Format[] NO_FORMATS = {};
  private static final int MAX_SQL_IN_MESSAGE = 200;

  /// One code stands for every column, however many there are.
  private static final Format[] ALL_BINARY = {Format.BINARY};

  /// The protocol counts them in 16 bits.
  private static final int MAX_PARAMETERS = 65_535;

  private final Connection connection;
  private final String sql;
  private final int[] declaredOids;
  private final boolean commits;
  private final boolean copies;
  private final boolean isUnnamed;

  private String name = "";
  private int[] parameterOids = NO_OIDS;
  private @Nullable RowDescription description;
  private Format[] resultFormats = NO_FORMATS;
  private @Nullable DataRow row;

  /// Whether its results come as text, for they are asked for before its columns are known.
  private boolean comesAsText;

  /// Whether its results were asked for in binary before its columns were known.
  private boolean assumesBinary;

  private boolean isMisjudged;
  private @Nullable Class<?>[] parameterTypes = {};
  private @Nullable Encoder<?>[] encoders = {};

  PreparedStatement(Connection connection, String sql, int[] declaredOids) {
    this(connection, sql, declaredOids, false);
  }

  private PreparedStatement(
      Connection connection, String sql, int[] declaredOids, boolean isUnnamed) {
    this.connection = connection;
    this.sql = sql;
    if (declaredOids.length > MAX_PARAMETERS) {
      throw new UsageException(
          SqlState.INVALID_PARAMETER_VALUE,
          "a statement takes at most %d parameters, got %d\n"
                  .formatted(MAX_PARAMETERS, declaredOids.length)
              + "Hint: pass arrays, use COPY or a batch, or split the statement.\nStatement: "
              + abbreviated());
    }
    this.declaredOids = declaredOids.clone();
    this.isUnnamed = isUnnamed;
    String word = LeadingWord.of(sql);
    commits = word.equals("commit") || word.equals("end");
    copies = word.equals("copy");
  }

  /// A statement that is parsed without a name by each flight that runs it.
  static PreparedStatement unnamed(Connection connection, String sql, int[] declaredOids) {
    var statement = new PreparedStatement(connection, sql, declaredOids, true);
    statement.parametersDescribed(statement.declaredOids);
    return statement;
  }

  /// The text it was prepared from.
  public String sql() {
    return sql;
  }

  public int parameterCount() {
    return parameterOids.length;
  }

  /// The type of a parameter, counted from 0.
  public int parameterOid(int i) {
    return parameterOids[i];
  }

  /// The columns of its result; null if it returns no rows.
  public @Nullable RowDescription description() {
    return description == RowDescription.EMPTY ? null : description;
  }

  public Connection connection() {
    return connection;
  }

  int[] declaredOids() {
    return declaredOids;
  }

  /// The name that the server knows it by; empty if it does not.
  String name() {
    return name;
  }

  boolean isParsed() {
    return !name.isEmpty();
  }

  boolean hasDescription() {
    return description != null;
  }

  /// Whether the server knows it and has described it, so that it can be run without asking first.
  public boolean isDescribed() {
    return isParsed() && description != null;
  }

  boolean commits() {
    return commits;
  }

  /// Whether it is a COPY, which may want data.
  boolean copies() {
    return copies;
  }

  /// Whether it is parsed anew, without a name, by each flight that runs it.
  boolean isUnnamed() {
    return isUnnamed;
  }

  boolean isOf(String text, int[] oids) {
    return sql.equals(text) && Arrays.equals(declaredOids, oids);
  }

  /// Whether values can be bound before the server has described the parameters: each has a
  /// declared type, or is NULL or a text, for which any type will do.
  boolean takesAsDeclared(@Nullable Object[] values) {
    if (values.length != declaredOids.length) {
      return false;
    }
    for (int i = 0; i < values.length; i++) {
      boolean isSpelled = values[i] == null || values[i] instanceof ServerText;
      if (declaredOids[i] == Oids.UNSPECIFIED && !isSpelled) {
        return false;
      }
    }
    return true;
  }

  /// Its results are asked for before its columns are known, as text.
  void assumeText() {
    comesAsText = true;
    resultFormats = NO_FORMATS;
  }

  /// Lets parameters be bound before the server has described them, as the types they are declared
  /// to have.
  void assumeDeclaredParameters() {
    if (description == null) {
      parametersDescribed(declaredOids);
    }
  }

  /// Its results are asked for in binary, whatever their columns turn out to be.
  void assumeBinary() {
    assumeDeclaredParameters();
    assumesBinary = true;
    resultFormats = ALL_BINARY;
  }

  /// Whether it was run by [Pipeline#addInBinary] and some of its columns would have been asked for
  /// as text, had they been known: all came in binary. [Pipeline#describeAgain] brings it in order.
  public boolean isMisjudged() {
    return isMisjudged;
  }

  /// What was assumed of its results holds no more, or is not needed any longer.
  void assumeNothing() {
    assumesBinary = false;
    isMisjudged = false;
    comesAsText = false;
  }

  /// Parse is on its way under that name.
  void parsedAs(String newName) {
    name = newName;
  }

  /// The server does not know it, or what it said of it holds no more.
  void forget() {
    name = "";
    description = null;
    row = null;
    assumeNothing();
  }

  void parametersDescribed(int[] oids) {
    parameterOids = oids;
    parameterTypes = new Class<?>[oids.length];
    encoders = new Encoder<?>[oids.length];
  }

  void described(RowDescription columns) {
    description = columns;
    planFormats();
  }

  /// Chooses the formats of the result, for the codecs that the connection knows now.
  void planFormats() {
    RowDescription columns = description;
    if (columns == null) {
      return;
    }
    Codecs codecs = connection.codecs();
    var fields = new ArrayList<Field>(columns.size());
    for (Field field : columns.fields()) {
      Format preferred = codecs.preferredFormat(field.typeOid());
      isMisjudged |= assumesBinary && preferred != Format.BINARY;
      // What is bound before its columns are known gets them as was asked for.
      fields.add(
          field.withFormat(comesAsText ? Format.TEXT : assumesBinary ? Format.BINARY : preferred));
    }
    description = fields.isEmpty() ? RowDescription.EMPTY : new RowDescription(fields);
    if (!comesAsText) {
      resultFormats = fields.stream().map(Field::format).toArray(Format[]::new);
    }
    row = null;
  }

  /// Adds the types of parameters and columns that `wanted` accepts.
  void collectOids(IntPredicate wanted, Set<Integer> oids) {
    for (int oid : parameterOids) {
      if (wanted.test(oid)) {
        oids.add(oid);
      }
    }
    if (description != null) {
      for (Field field : description.fields()) {
        if (wanted.test(field.typeOid())) {
          oids.add(field.typeOid());
        }
      }
    }
  }

  /// The formats to ask for, column by column.
  Format[] resultFormats() {
    return resultFormats;
  }

  /// The cursor over its rows. One serves all executions, for they never overlap.
  DataRow row() {
    DataRow cursor = row;
    if (cursor == null) {
      RowDescription columns = description;
      cursor = new DataRow(columns == null ? RowDescription.EMPTY : columns, connection.codecs());
      row = cursor;
    }
    return cursor;
  }

  /// Plans the encoders for these values, unless the last ones were of the same classes.
  void plan(@Nullable Object[] parameters) {
    if (parameters.length != parameterOids.length) {
      throw new UsageException(
          SqlState.AMBIGUOUS_OR_WRONG_PARAMETER,
          "statement takes %d parameters, got %d\nStatement: %s"
              .formatted(parameterOids.length, parameters.length, abbreviated()));
    }
    for (int i = 0; i < parameters.length; i++) {
      Object value = parameters[i];
      if (value != null && value.getClass() != parameterTypes[i]) {
        plan(i, value.getClass());
      }
    }
  }

  private void plan(int i, Class<?> type) {
    try {
      encoders[i] = encoder(parameterOids[i], type);
      parameterTypes[i] = type;
    } catch (CodecException e) {
      throw cannotBind(i, e);
    }
  }

  private Encoder<?> encoder(int oid, Class<?> type) {
    if (type == ServerText.class) {
      return ServerText.ENCODER;
    }
    return type == ServerBinary.class
        ? ServerBinary.ENCODER
        : connection.codecs().encoder(oid, type);
  }

  /// The encoder for the value of a parameter; only after [#plan].
  @Nullable Encoder<?> encoder(int i) {
    return encoders[i];
  }

  CodecException cannotBind(int i, CodecException cause) {
    return new CodecException(
        cause.sqlState(),
        "cannot bind parameter $%d: %s\nStatement: %s"
            .formatted(i + 1, cause.getMessage(), abbreviated()),
        cause);
  }

  private String abbreviated() {
    return sql.length() <= MAX_SQL_IN_MESSAGE ? sql : sql.substring(0, MAX_SQL_IN_MESSAGE) + "…";
  }

  @Override
  public String toString() {
    return abbreviated();
  }
}
