package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.value.TypedText;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.codec.ServerBinary;
import io.tiercel.wire.row.DataRow;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What types are called, which code of [java.sql.Types] they have, and how wide their values are.
/// Types of this database are looked up in the catalog when they are first met, and kept.
///
/// Confined to the thread of its connection.
public final class TypeInfo {
  private static final String BY_OID =
      """
      select t.oid, t.typname::text, n.nspname::text,
             pg_catalog.pg_type_is_visible(t.oid), t.typtype::text,
             t.typinput = 'pg_catalog.array_in'::regproc, t.typelem, t.typarray, t.typbasetype,
             t.typtypmod, t.typdelim::text,
             coalesce(
               (select r.rngsubtype from pg_catalog.pg_range r where r.rngtypid = t.oid),
               (select r.rngtypid from pg_catalog.pg_range r where r.rngmultitypid = t.oid),
               0)
      from pg_catalog.pg_type t
      join pg_catalog.pg_namespace n on n.oid = t.typnamespace
      where t.oid = $1::oid
      """;

  private static final String BY_NAME = "select pg_catalog.to_regtype($1::text)::oid";

  private static final String ATTRIBUTES =
      """
      select a.attname::text, a.atttypid, a.atttypmod
      from pg_catalog.pg_type t
      join pg_catalog.pg_attribute a on a.attrelid = t.typrelid
      where t.oid = $1::oid and a.attnum > 0 and not a.attisdropped
      order by a.attnum
      """;

  private final CatalogQuery catalog;
  private final int unknownLength;
  private final Map<Integer, List<Attribute>> attributes = new HashMap<>();
  private final BaseColumns baseColumns;
  private final Map<Integer, CatalogType> loaded = new HashMap<>();
  private final Map<String, Integer> oids = new HashMap<>();

  /// A row of `pg_type`.
  private record CatalogType(
      int oid,
      String name,
      String schema,
      boolean isVisible,
      char kind,
      boolean isArray,
      int elementOid,
      int arrayOid,
      int baseOid,
      int baseTypmod,
      char delimiter,
      int subtypeOid) {
    /// A type that is no more, or never was.
    static CatalogType missing(int oid) {
      return new CatalogType(
          oid, Integer.toUnsignedString(oid), "", true, 'b', false, 0, 0, 0, -1, ',', 0);
    }

    static CatalogType of(DataRow row) {
      return new CatalogType(
          (int) row.getLong(0),
          text(row, 1),
          text(row, 2),
          row.getBoolean(3),
          text(row, 4).charAt(0),
          row.getBoolean(5),
          (int) row.getLong(6),
          (int) row.getLong(7),
          (int) row.getLong(8),
          row.getInt(9),
          text(row, 10).charAt(0),
          (int) row.getLong(11));
    }

    private static String text(DataRow row, int column) {
      String text = row.getString(column);
      return text == null || text.isEmpty() ? "?" : text;
    }
  }

  public TypeInfo(CatalogQuery catalog) {
    this(catalog, Integer.MAX_VALUE);
  }

  /// @param unknownLength the precision of types without a limit
  public TypeInfo(CatalogQuery catalog, int unknownLength) {
    this.catalog = catalog;
    this.unknownLength = unknownLength;
    baseColumns = new BaseColumns(catalog);
  }

  /// The columns of tables that columns of results come from.
  public BaseColumns baseColumns() {
    return baseColumns;
  }

  /// The name as in `pg_type`, `int4` or `_int4`; quoted and with its schema if it is not in the
  /// search path.
  public String typeName(int oid) throws SQLException {
    BuiltinType builtin = BuiltinType.find(oid);
    if (builtin != null) {
      return builtin.name();
    }
    CatalogType type = type(oid);
    return type.isVisible ? type.name : quoted(type.schema) + "." + quoted(type.name);
  }

  private static String quoted(String identifier) {
    return "\"" + identifier.replace("\"", "\"\"") + "\"";
  }

  /// The oid of a type by its name, in any spelling that the server takes: `int4`, `integer`,
  /// `"My Schema"."My Type"`, `text[]`. 0 if there is none.
  public int oid(String typeName) throws SQLException {
    int builtin = BuiltinType.oid(typeName);
    if (builtin != 0) {
      return builtin;
    }
    Integer known = oids.get(typeName);
    if (known != null) {
      return known;
    }
    List<Integer> found =
        catalog.rows(BY_NAME, row -> row.isNull(0) ? 0 : (int) row.getLong(0), typeName);
    int oid = found.isEmpty() ? 0 : found.getFirst();
    if (oid != 0) {
      oids.put(typeName, oid);
    }
    return oid;
  }

  /// An attribute of a composite type.
  ///
  /// @param typeModifier -1 if there is none
  public record Attribute(String name, int typeOid, int typeModifier) {}

  /// The attributes of a composite type, in order; none for any other.
  public List<Attribute> attributes(int oid) throws SQLException {
    List<Attribute> known = attributes.get(oid);
    if (known == null) {
      known =
          catalog.rows(
              ATTRIBUTES,
              row -> new Attribute(CatalogType.text(row, 0), (int) row.getLong(1), row.getInt(2)),
              Integer.toUnsignedLong(oid));
      attributes.put(oid, known);
    }
    return known;
  }

  /// The type that a domain is over; the type itself if it is none.
  public int baseOid(int oid) throws SQLException {
    if (BuiltinType.find(oid) != null) {
      return oid;
    }
    CatalogType type = type(oid);
    return type.kind == 'd' ? baseOid(type.baseOid) : oid;
  }

  /// The code of [Types]. An enum is a VARCHAR, a type that JDBC has no code for is OTHER.
  public int sqlType(int oid) throws SQLException {
    BuiltinType builtin = BuiltinType.find(oid);
    if (builtin != null) {
      return builtin.sqlType();
    }
    CatalogType type = type(oid);
    if (type.isArray) {
      return Types.ARRAY;
    }
    return switch (type.kind) {
      case 'c' -> Types.STRUCT;
      case 'd' -> Types.DISTINCT;
      case 'e' -> Types.VARCHAR;
      default -> Types.OTHER;
    };
  }

  /// The class of what `getObject` returns.
  public String className(int oid) throws SQLException {
    BuiltinType builtin = BuiltinType.find(oid);
    if (builtin != null) {
      return builtin.javaClass().getName();
    }
    CatalogType type = type(oid);
    if (type.isArray) {
      return java.sql.Array.class.getName();
    }
    return switch (type.kind) {
      case 'c' -> java.sql.Struct.class.getName();
      case 'd' -> className(type.baseOid);
      case 'e' -> String.class.getName();
      default -> type.name.equals("hstore") ? Map.class.getName() : TypedText.class.getName();
    };
  }

  /// The oid of an array's elements, 0 if the type is no array.
  public int elementOid(int arrayOid) throws SQLException {
    if (BuiltinType.find(arrayOid) != null) {
      return BuiltinType.elementOid(arrayOid);
    }
    CatalogType type = type(arrayOid);
    return type.isArray ? type.elementOid : 0;
  }

  /// Of a range the type of its bounds, of a multirange the type of its ranges; 0 for any other.
  int subtypeOid(int oid) throws SQLException {
    return BuiltinType.find(oid) != null ? 0 : type(oid).subtypeOid;
  }

  /// A value that came in binary, as the server prints it: for types whose binary format only the
  /// server knows.
  public String printed(int oid, byte[] value) throws SQLException {
    BuiltinType builtin = BuiltinType.find(oid);
    String name =
        builtin != null
            ? "pg_catalog." + quoted(builtin.name())
            : quoted(type(oid).schema) + "." + quoted(type(oid).name);
    return catalog
        .rows(
            "select ($1::%s)::text".formatted(name),
            row -> String.valueOf(row.getString(0)),
            new ServerBinary(value))
        .getFirst();
  }

  /// The oid of the arrays of a type, 0 if there are none.
  public int arrayOid(int elementOid) throws SQLException {
    BuiltinType builtin = BuiltinType.find(elementOid);
    return builtin != null ? builtin.arrayOid() : type(elementOid).arrayOid;
  }

  /// What stands between the elements of an array of this element type.
  public char delimiter(int elementOid) throws SQLException {
    if (BuiltinType.find(elementOid) != null) {
      return elementOid == Oids.BOX ? ';' : ',';
    }
    return type(elementOid).delimiter;
  }

  /// The decimal digits of a number, the characters of a text, the bits of a bit string; what is
  /// not limited is 0 for `numeric`, else the connection's `unknownLength`.
  public int precision(int oid, int typmod) throws SQLException {
    int type = leaf(oid);
    return limited(TypeWidths.precision(type, typmod));
  }

  /// The decimal digits after the point, of a second for times.
  public int scale(int oid, int typmod) throws SQLException {
    return TypeWidths.scale(leaf(oid), typmod);
  }

  /// The longest text of a value, in characters.
  public int displaySize(int oid, int typmod) throws SQLException {
    return limited(TypeWidths.displaySize(leaf(oid), typmod));
  }

  private int limited(int width) {
    return width == Integer.MAX_VALUE ? unknownLength : width;
  }

  public boolean isSigned(int oid) throws SQLException {
    return switch (leaf(oid)) {
      case Oids.INT2, Oids.INT4, Oids.INT8, Oids.FLOAT4, Oids.FLOAT8, Oids.NUMERIC -> true;
      default -> false;
    };
  }

  public boolean isCaseSensitive(int oid) throws SQLException {
    return switch (leaf(oid)) {
      case Oids.OID,
          Oids.INT2,
          Oids.INT4,
          Oids.INT8,
          Oids.FLOAT4,
          Oids.FLOAT8,
          Oids.NUMERIC,
          Oids.BOOL,
          Oids.BIT,
          Oids.VARBIT,
          Oids.DATE,
          Oids.TIME,
          Oids.TIMETZ,
          Oids.TIMESTAMP,
          Oids.TIMESTAMPTZ,
          Oids.INTERVAL ->
          false;
      default -> true;
    };
  }

  /// The element type of an array, else the type itself.
  private int leaf(int oid) throws SQLException {
    int element = elementOid(oid);
    return element == 0 ? oid : element;
  }

  private CatalogType type(int oid) throws SQLException {
    CatalogType known = loaded.get(oid);
    if (known != null) {
      return known;
    }
    List<CatalogType> found = catalog.rows(BY_OID, CatalogType::of, Integer.toUnsignedLong(oid));
    CatalogType type = found.isEmpty() ? CatalogType.missing(oid) : found.getFirst();
    loaded.put(oid, type);
    return type;
  }
}
