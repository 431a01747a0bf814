package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.query.syntax.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What one select query (or bulk statement) declares: its variables, the tables of its from clause
/// and the joins that paths call for. Confined to one translation.
///
/// Paths join their to-one associations by inner joins (specification 4.4.4), one for each path,
/// put where the path's head can be seen: into the join whose condition is being translated, else
/// at the end of the from clause. A path from a variable of the query around is joined here, too: a
/// from clause may refer to the tables of queries around it.
final class Scope {

  private static final String THIS = "this";

  private final Translation translation;
  private final @Nullable Scope parent;
  private final boolean isDerived;
  private final Map<String, Resolved> variables = new HashMap<>();
  private final Map<String, CollectionMember> members = new HashMap<>();
  private final TableGroup tables = new TableGroup();
  private final List<String> conditions = new ArrayList<>();
  private final Map<PathJoin, TableSource> joins = new HashMap<>();
  private final Map<TableSource, TableGroup> openJoins = new HashMap<>();
  private final Fetches fetches;
  private final Map<String, FetchedElements> fetchedElements = new HashMap<>();
  private @Nullable TableSource root;
  private final List<TableSource> roots = new ArrayList<>();
  private boolean multipliesRows;

  /// A to-one association of a table, and so a path.
  private record PathJoin(TableSource owner, ToOneAttribute attribute) {}

  Scope(Translation translation, @Nullable Scope parent) {
    this(translation, parent, false);
  }

  /// @param isDerived whether its result is a table of the statement
  Scope(Translation translation, @Nullable Scope parent, boolean isDerived) {
    this.isDerived = isDerived;
    this.translation = translation;
    this.parent = parent;
    this.fetches = new Fetches(translation);
  }

  Translation translation() {
    return translation;
  }

  TableGroup tables() {
    return tables;
  }

  Fetches fetches() {
    return fetches;
  }

  boolean isSubquery() {
    return parent != null || isDerived;
  }

  /// Whether its result is a table of the statement, which has entities as their ids and
  /// embeddables as their columns.
  boolean isDerived() {
    return isDerived;
  }

  /// Conditions that the from clause adds to the where clause.
  List<String> conditions() {
    return conditions;
  }

  /// The entity that the query ranges over: the first that it declares by name.
  @Nullable TableSource root() {
    return root;
  }

  /// Adds an entity to the from clause, with all its rows.
  void root(TableSource source) {
    roots.add(source);
    tables.root(source.declaration());
    String restriction = source.restriction();
    if (restriction != null) {
      conditions.add(restriction);
    }
  }

  /// Whether it is in the from clause by itself, joined to nothing.
  boolean isRoot(TableSource source) {
    return roots.contains(source);
  }

  void setRoot(TableSource source) {
    if (root == null) {
      root = source;
    }
  }

  /// Whether a row of the first declared table may occur in several rows of the result.
  boolean multipliesRows() {
    return multipliesRows;
  }

  void setMultipliesRows() {
    multipliesRows = true;
  }

  void declare(Variable variable, Resolved meaning) {
    String name = Translation.lowerCase(variable.name());
    if (variables.putIfAbsent(name, meaning) != null) {
      throw translation.error(
          variable.at(), "variable \"%s\" is declared twice".formatted(variable.name()), null);
    }
  }

  /// Declares a variable that ranges over a collection.
  void declare(Variable variable, CollectionMember member) {
    declare(variable, member.element());
    members.put(Translation.lowerCase(variable.name()), member);
  }

  /// What a variable over a collection here or in a query around ranges over, or null.
  @Nullable CollectionMember member(String name) {
    String folded = Translation.lowerCase(name);
    for (Scope scope = this; scope != null; scope = scope.parent) {
      if (scope.variables.containsKey(folded)) {
        return scope.members.get(folded);
      }
    }
    return null;
  }

  /// Declares a variable that ranges over entities which are fetched, but not in the from clause.
  void declareFetched(Variable variable, FetchedElements elements) {
    String name = Translation.lowerCase(variable.name());
    if (variables.containsKey(name) || fetchedElements.putIfAbsent(name, elements) != null) {
      throw translation.error(
          variable.at(), "variable \"%s\" is declared twice".formatted(variable.name()), null);
    }
  }

  /// The fetched entities that a variable ranges over, or null.
  @Nullable FetchedElements fetchedElements(String name) {
    return fetchedElements.get(Translation.lowerCase(name));
  }

  /// Declares what attributes without a variable belong to.
  void declareThis(Resolved meaning) {
    variables.putIfAbsent(THIS, meaning);
  }

  /// The meaning of a variable here or in a query around, or null.
  @Nullable Resolved variable(String name) {
    String folded = Translation.lowerCase(name);
    for (Scope scope = this; scope != null; scope = scope.parent) {
      var found = scope.variables.get(folded);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /// The entity that attributes without a variable belong to: of this query, else of the nearest
  /// around; null when all of them name their variables.
  @Nullable Resolved implicitVariable() {
    return variable(THIS);
  }

  Set<String> variableNames() {
    var names = new LinkedHashSet<String>();
    for (Scope scope = this; scope != null; scope = scope.parent) {
      names.addAll(scope.variables.keySet());
    }
    return names;
  }

  /// The target of a to-one on a path, joined on first use.
  TableSource join(TableSource owner, ToOneAttribute attribute) {
    var path = new PathJoin(owner, attribute);
    for (Scope scope = this; scope != null; scope = scope.parent) {
      var joined = scope.joins.get(path);
      if (joined != null) {
        return joined;
      }
    }
    var target = translation.table(owner, attribute.target().mapping(), this, false);
    String condition = Associations.toOne(owner, attribute, target);
    // A row that is not of the subtype it is treated as has no association, but is a row.
    boolean outer = owner.treatment() != null;
    if (outer) {
      translation.watch().joinOuter();
    }
    TableGroup open = openJoins.get(owner.untreated());
    if (open != null) {
      open.join(outer, target.declaration(), condition);
      openJoins.put(target, open);
    } else if (tables.isEmpty()) {
      tables.root(target.declaration());
      conditions.add(condition);
    } else {
      tables.join(outer, target.declaration(), condition);
    }
    remember(owner, attribute, target);
    return target;
  }

  /// The target of a to-one if a path has joined it.
  @Nullable TableSource joined(TableSource owner, ToOneAttribute attribute) {
    return joins.get(new PathJoin(owner, attribute));
  }

  /// Lets paths use a join that the query has made itself.
  void remember(TableSource owner, ToOneAttribute attribute, TableSource target) {
    joins.putIfAbsent(new PathJoin(owner, attribute), target);
  }

  /// Begins a join: until [#closeJoin] what is joined to its table becomes part of it.
  TableGroup openJoin(TableSource source) {
    var group = new TableGroup();
    openJoins.put(source, group);
    return group;
  }

  /// Ends a join. What it has joined for its condition may now be without a row, so that other
  /// paths join again.
  void closeJoin(TableSource source) {
    var group = openJoins.get(source);
    openJoins.values().removeIf(open -> open == group);
    joins.keySet().removeIf(path -> path.owner == source);
  }
}
