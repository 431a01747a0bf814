package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.query.syntax.QueryText;
import io.tiercel.jpa.query.syntax.Reference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the parts of one statement share while it is translated: the unit, the text for errors,
/// parameters, table aliases, and the entities it reads. Confined to one translation.
final class Translation {

  private final UnitMapping unit;
  private final QueryText text;
  private final Parameters parameters;
  private final Set<EntityMapping> reads = new LinkedHashSet<>();
  private final Map<String, CommonTable> commonTables = new HashMap<>();
  private final WatchNotes watch = new WatchNotes();
  private int aliases;
  private boolean dependsOnTransaction;
  private boolean callsFunctions;

  Translation(UnitMapping unit, QueryText text, Parameters parameters) {
    this.unit = unit;
    this.text = text;
    this.parameters = parameters;
  }

  Parameters parameters() {
    return parameters;
  }

  /// Notes that the statement means something else, or has other effects, outside of the block of
  /// its transaction.
  void dependOnTransaction() {
    dependsOnTransaction = true;
  }

  /// Whether anything in it does.
  boolean dependsOnTransaction() {
    return dependsOnTransaction;
  }

  /// What is noted for those who store results.
  WatchNotes watch() {
    return watch;
  }

  /// The entities whose tables the statement reads.
  Set<EntityMapping> reads() {
    return reads;
  }

  /// The statement calls a function of the database that the language does not know.
  void callsFunction() {
    callsFunctions = true;
  }

  /// Whether it does; nobody knows what such a function changes.
  boolean callsFunctions() {
    return callsFunctions;
  }

  /// The query that the statement names so where it is being translated, or null.
  @Nullable CommonTable commonTable(String name) {
    return commonTables.get(name);
  }

  /// Makes a query known by its name; what is returned makes it unknown again.
  Runnable declare(CommonTable table) {
    CommonTable hidden = commonTables.put(table.name(), table);
    return () -> {
      if (hidden == null) {
        commonTables.remove(table.name());
      } else {
        commonTables.put(table.name(), hidden);
      }
    };
  }

  /// A new table in the statement.
  TableSource table(EntityMapping mapping, Scope scope, boolean nullable) {
    return table(mapping, scope, nullable, null);
  }

  /// What a table of the statement leads to: its rows of the same moment, if it knows what was.
  TableSource table(TableSource owner, EntityMapping mapping, Scope scope, boolean nullable) {
    String moment = PastRows.has(mapping) ? owner.moment() : null;
    return table(mapping, scope, nullable, moment);
  }

  /// A new table in the statement.
  ///
  /// @param moment whose rows are meant, null for the present ones
  TableSource table(EntityMapping mapping, Scope scope, boolean nullable, @Nullable String moment) {
    reads.add(mapping);
    if (moment != null) {
      watch.refuse("it reads rows of the past");
    }
    var source = new TableSource(mapping, alias(mapping.entityName()), scope, nullable, moment);
    watch.add(source);
    return source;
  }

  /// The rows of a collection as a new table in the statement.
  TableSource rows(Table table, Scope scope, boolean nullable) {
    watch.add(table);
    return new TableSource(table, alias(table.name()), scope, nullable);
  }

  /// A new alias: the first letter of a name and a number.
  String alias(String name) {
    char first = name.isEmpty() ? 't' : Character.toLowerCase(name.charAt(0));
    return (first >= 'a' && first <= 'z' ? first : 't') + Integer.toString(++aliases);
  }

  /// The entity of a name, or null. The name of its class will do, too.
  @Nullable EntityMapping entityOrNull(String name) {
    var named = unit.entityNamed(name);
    if (named != null) {
      return named;
    }
    return unit.entityTypes().stream()
        .filter(type -> type.getName().equals(name))
        .findFirst()
        .map(unit::entity)
        .orElse(null);
  }

  EntityMapping entity(int at, String name) {
    var entity = entityOrNull(name);
    if (entity == null) {
      throw error(at, "unknown entity \"%s\"".formatted(name), Nearest.hint(name, names()));
    }
    return entity;
  }

  private Collection<String> names() {
    var names = new ArrayList<>(unit.entityNames());
    names.addAll(commonTables.keySet());
    return names;
  }

  /// The entity that something is treated as: a sub- or supertype of what it is.
  EntityMapping subtype(Reference.Treat treat, EntityMapping declared) {
    var subtype = entity(treat.at(), treat.entityName());
    if (!subtype.isA(declared) && !declared.isA(subtype)) {
      throw error(
          treat.at(),
          "cannot treat entity %s as %s".formatted(declared, subtype),
          "name one of " + declared.withSubtypes());
    }
    return subtype;
  }

  /// A class by its name in Java, nested classes after a dot or a dollar sign; null when there is
  /// none.
  @Nullable Class<?> classOrNull(String name) {
    String binary = name;
    while (true) {
      try {
        return Class.forName(binary, false, classLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        int dot = binary.lastIndexOf('.');
        if (dot < 0) {
          return null;
        }
        binary = binary.substring(0, dot) + "$" + binary.substring(dot + 1);
      }
    }
  }

  private @Nullable ClassLoader classLoader() {
    var types = unit.entityTypes();
    return types.isEmpty() ? null : types.getFirst().getClassLoader();
  }

  JpqlSemanticException error(int at, String problem, @Nullable String hint) {
    return new JpqlSemanticException(text, at, problem, hint);
  }

  /// The error for a part of the language that needs something no mapping can have yet.
  JpqlSemanticException unsupported(int at, String what, String hint) {
    return error(at, what + " is not supported", hint);
  }

  static String lowerCase(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
