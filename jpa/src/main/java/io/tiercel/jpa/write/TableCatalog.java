package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.write.TableShape.ColumnShape;
import io.tiercel.wire.row.DataRow;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// The shapes of the tables a unit writes to, each asked for once. Safe for any number of threads.
public final class TableCatalog {
  /// typtype 'd' is a domain, whose values travel as its base type; 'e' an enum, whose binary form
  /// is its label; typelem with typlen -1 marks a true array (manual, chapter "pg_type").
  ///
  /// The modifier -1 asks for the name without a length: with a null one char(3) is `character`,
  /// which as a cast means char(1) and silently cuts off the rest; bit(3) likewise.
  private static final String COLUMNS =
      """
      select a.attname::text,
             case t.typtype when 'd' then t.typbasetype when 'e' then 'text'::regtype::oid else t.oid end,
             format_type(t.oid, -1),
             t.typcategory = 'A', c.relhasrules
      from pg_attribute a join pg_type t on t.oid = a.atttypid join pg_class c on c.oid = a.attrelid
      where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped\
      """;

  private final AtomicInteger generation = new AtomicInteger();
  private final ConcurrentHashMap<Table, TableShape> shapes = new ConcurrentHashMap<>();

  /// The shapes of these tables; unknown ones are read in one exchange.
  Map<Table, TableShape> shapes(Set<Table> tables, Session session) {
    List<Draft> unread = new ArrayList<>();
    Flight flight = new Flight();
    for (Table table : tables) {
      if (!shapes.containsKey(table)) {
        Draft draft = new Draft(table);
        unread.add(draft);
        flight.read(COLUMNS, draft::add, table.sql());
      }
    }
    session.run(flight);
    unread.forEach(draft -> shapes.put(draft.table, draft.shape()));
    Map<Table, TableShape> found = HashMap.newHashMap(tables.size());
    List<Table> asked = new ArrayList<>(tables);
    asked.forEach(table -> found.put(table, required(shapes.get(table))));
    return found;
  }

  /// A table while the answer about it comes in.
  private static final class Draft {
    private final Table table;
    private final Map<String, ColumnShape> columns = new HashMap<>();
    private boolean hasRules;

    Draft(Table table) {
      this.table = table;
    }

    void add(DataRow row) {
      ColumnShape shape =
          new ColumnShape((int) row.getLong(1), required(row.getString(2)), row.getBoolean(3));
      columns.put(required(row.getString(0)), shape);
      hasRules = row.getBoolean(4);
    }

    TableShape shape() {
      if (columns.isEmpty()) {
        throw new PersistenceException(
            "table %s does not exist\nHint: create it, correct @Table or the search_path, or set jakarta.persistence.schema-generation.database.action."
                .formatted(table));
      }
      return new TableShape(table, columns, hasRules);
    }
  }

  /// Forgets what it knows, for a schema that has just been created or dropped.
  public void clear() {
    generation.incrementAndGet();
    shapes.clear();
  }

  /// Changes when what it knew is forgotten: what was made from shapes is then to be made anew.
  public int generation() {
    return generation.get();
  }

  private static <T> T required(@org.jspecify.annotations.Nullable T value) {
    return java.util.Objects.requireNonNull(value);
  }
}
