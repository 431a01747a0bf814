package io.tiercel.jpa.query;

import io.tiercel.jpa.format.StoredValue;
import io.tiercel.jpa.format.ValuePart;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntityReference;
import io.tiercel.jpa.mapping.EntitySource;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Declaration;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.FunctionCall;
import io.tiercel.jpa.query.syntax.Join;
import io.tiercel.jpa.query.syntax.Reference;
import io.tiercel.jpa.query.syntax.Variable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Translates from clauses (specification 4.4): declares the variables and joins the tables.
///
/// A fetched collection is not joined, which would repeat its owner in every row: it is loaded
/// after the result, and an inner fetch only asks that it has elements.
final class FromTranslator {

  private final Scope scope;
  private final Translation translation;
  private final ExpressionTranslator expressions;
  private final PathResolver paths;

  FromTranslator(Scope scope, ExpressionTranslator expressions) {
    this.scope = scope;
    this.translation = scope.translation();
    this.expressions = expressions;
    this.paths = expressions.paths();
  }

  void translate(List<Declaration> declarations) {
    for (var declaration : declarations) {
      declare(declaration);
      declaration.joins().forEach(this::join);
    }
  }

  private void declare(Declaration declaration) {
    if (declaration.source() instanceof Constant) {
      scope.tables().root("(select) " + translation.alias("one"));
      return;
    }
    var path = path(declaration.source());
    boolean isEntity = path == null && translation.commonTable(text(declaration)) == null;
    if (declaration.asOf() != null && !isEntity) {
      throw translation.error(
          declaration.asOf().at(),
          "AS OF follows an entity",
          "name the moment at the entity that the path begins with");
    }
    if (path == null) {
      if (declaration.collectionMember()) {
        throw translation.error(declaration.at(), "IN takes a path to a collection", null);
      }
      var name = (Reference.Path) declaration.source();
      var table = translation.commonTable(name.text());
      if (table != null) {
        root(table, declaration.variable());
        return;
      }
      var entity = translation.entity(name.at(), name.text());
      root(entity, declaration.variable(), moment(declaration, entity));
      return;
    }
    switch (association(path)) {
      case Resolved.ToMany(var owner, var attribute) when owner.scope() == scope ->
          joinToMany(
              owner,
              attribute,
              target(path, attribute.target()),
              false,
              declaration.variable(),
              null);
      case Resolved.ToMany(var owner, var attribute) ->
          rootOfCollection(
              owner, attribute, target(path, attribute.target()), declaration.variable());
      case Resolved.Elements(var owner, var attribute) when owner.scope() == scope ->
          joinElements(owner, attribute, false, declaration.variable(), null);
      case Resolved.Elements(var owner, var attribute) ->
          rootOfElements(owner, attribute, declaration.variable());
      case Resolved.ToOne(var owner, var attribute) when !declaration.collectionMember() -> {
        var target =
            owner.scope() == scope ? scope.join(owner, attribute) : rootOfTarget(owner, attribute);
        declare(declaration.variable(), new Resolved.Entity(target));
      }
      case Resolved.Part part when part.part().element() != null ->
          joinElements(part, false, declaration.variable(), null);
      case Resolved other ->
          throw translation.error(
              declaration.at(), "cannot range over " + other.description(), null);
    }
  }

  private static String text(Declaration declaration) {
    return declaration.source() instanceof Reference.Path path ? path.text() : "";
  }

  /// The path of a source, or null when it names an entity.
  private @Nullable Reference path(Expression source) {
    return switch (source) {
      case Reference.Path path
          when path.names().size() == 1 || scope.variable(path.names().getFirst()) == null ->
          null;
      case Reference reference -> reference;
      default -> throw new IllegalStateException("no path: " + source);
    };
  }

  private void declare(@Nullable Variable variable, Resolved meaning) {
    if (variable != null) {
      scope.declare(variable, meaning);
    } else if (meaning instanceof Resolved.Entity || meaning instanceof Resolved.Derived) {
      scope.declareThis(meaning);
    }
  }

  private void declare(@Nullable Variable variable, CollectionMember member) {
    if (variable != null) {
      scope.declare(variable, member);
    } else {
      declare(null, member.element());
    }
  }

  /// The moment whose rows are meant as SQL, null for the present ones.
  private @Nullable String moment(Declaration declaration, EntityMapping entity) {
    var asOf = declaration.asOf();
    if (asOf == null) {
      return null;
    }
    if (!PastRows.has(entity)) {
      throw translation.error(
          asOf.at(),
          "entity %s has no history%s"
              .formatted(entity, new EntitySource(entity, "t").isOneTable() ? "" : " in one table"),
          "annotate it with @SystemVersioned, and let a trigger keep former rows");
    }
    boolean isConstant =
        asOf instanceof Constant
            || (asOf instanceof FunctionCall.Plain call && call.arguments().isEmpty());
    if (!isConstant) {
      throw translation.error(
          asOf.at(), "AS OF takes a moment that is the same for all rows", "pass a parameter");
    }
    return expressions.argument(asOf, ValueType.MOMENT).cast(ValueType.MOMENT).in(Sql.CAST);
  }

  private void root(EntityMapping entity, @Nullable Variable variable, @Nullable String moment) {
    if (!scope.tables().isEmpty()) {
      scope.setMultipliesRows();
    }
    var source = translation.table(entity, scope, false, moment);
    scope.root(source);
    scope.setRoot(source);
    declare(variable, new Resolved.Entity(source));
  }

  private void root(CommonTable table, @Nullable Variable variable) {
    if (!scope.tables().isEmpty()) {
      scope.setMultipliesRows();
    }
    var source = translation.rows(table.table(), scope, false);
    scope.tables().root(source.declaration());
    String restriction = table.restriction(source.alias());
    if (restriction != null) {
      scope.conditions().add(restriction);
    }
    declare(variable, new Resolved.Derived(source, table));
  }

  /// `from o.customer c` in a subquery, where `o` is a variable of the query around, which may have
  /// joined it already.
  private TableSource rootOfTarget(TableSource owner, ToOneAttribute attribute) {
    var target = translation.table(owner, attribute.target().mapping(), scope, false);
    scope.tables().root(target.declaration());
    scope.conditions().add(Associations.toOne(owner, attribute, target));
    scope.remember(owner, attribute, target);
    return target;
  }

  /// `from c.orders o` in a subquery, where `c` is a variable of the query around.
  private void rootOfCollection(
      TableSource owner,
      ToManyAttribute attribute,
      EntityMapping entity,
      @Nullable Variable variable) {
    scope.setMultipliesRows();
    var target = translation.table(owner, entity, scope, false);
    var joinTable = attribute.joinTable();
    var rows = target;
    if (joinTable == null) {
      scope.tables().root(target.declaration());
      scope.conditions().add(Associations.toMany(owner, attribute, target));
    } else {
      rows = translation.rows(joinTable.table(), scope, false);
      scope.tables().root(rows.declaration());
      scope.conditions().add(Associations.ownSide(owner, joinTable, rows.alias()));
      scope
          .tables()
          .join(
              false,
              target.declaration(),
              Associations.targetSide(joinTable, rows.alias(), target));
    }
    declare(variable, new CollectionMember(attribute, rows, new Resolved.Entity(target)));
  }

  /// `from c.tags t` in a subquery, where `c` is a variable of the query around.
  private void rootOfElements(
      TableSource owner, ElementCollectionAttribute attribute, @Nullable Variable variable) {
    scope.setMultipliesRows();
    var rows = translation.rows(attribute.table().table(), scope, false);
    scope.tables().root(rows.declaration());
    scope.conditions().add(Associations.elements(owner, attribute, rows));
    declare(variable, new CollectionMember(attribute, rows, element(rows, attribute)));
  }

  /// What a variable over a collection of values stands for.
  private static Resolved element(TableSource rows, ElementCollectionAttribute attribute) {
    return switch (attribute.element()) {
      case BasicAttribute basic -> new Resolved.Basic(rows, basic.column(), ValueType.of(basic));
      case EmbeddedAttribute embedded -> new Resolved.Embedded(rows, embedded);
      case ToOneAttribute _, PluralAttribute _ ->
          throw new IllegalStateException("no value: " + attribute.name());
    };
  }

  private void join(Join join) {
    if (join.fetch() && join.source() instanceof Reference.Path source) {
      var elements = scope.fetchedElements(source.names().getFirst());
      if (elements != null) {
        fetchBelow(join, source, elements);
        return;
      }
    }
    var path = path(join.source());
    if (path == null) {
      joinEntity(join);
      return;
    }
    var resolved = association(path);
    if (join.fetch()) {
      fetch(join, resolved, path);
      return;
    }
    switch (resolved) {
      case Resolved.ToOne(var owner, var attribute) ->
          joinToOne(owner, attribute, target(path, attribute.target()), join);
      case Resolved.ToMany(var owner, var attribute) ->
          joinToMany(
              owner,
              attribute,
              target(path, attribute.target()),
              join.outer(),
              join.variable(),
              join.on());
      case Resolved.Elements(var owner, var attribute) ->
          joinElements(owner, attribute, join.outer(), join.variable(), join.on());
      case Resolved.Embedded embedded when join.on() == null -> declare(join.variable(), embedded);
      case Resolved.Basic basic when join.on() == null && !basic.owner().isEntity() ->
          declare(join.variable(), basic);
      case Resolved.Part part when part.part().element() != null ->
          joinElements(part, join.outer(), join.variable(), join.on());
      case Resolved other ->
          throw translation.error(join.at(), "cannot join " + other.description(), null);
    }
  }

  /// Joins an entity that no association leads to.
  private void joinEntity(Join join) {
    var name = (Reference.Path) join.source();
    if (join.fetch()) {
      throw translation.error(name.at(), "only an association can be fetched", null);
    }
    var table = translation.commonTable(name.text());
    if (table != null) {
      joinTable(join, table);
      return;
    }
    scope.setMultipliesRows();
    var source = translation.table(translation.entity(name.at(), name.text()), scope, join.outer());
    if (join.on() == null) {
      if (join.outer()) {
        throw translation.error(
            join.at(), "a left join of an entity needs a condition", "add ON …");
      }
      scope.root(source);
      declare(join.variable(), new Resolved.Entity(source));
      return;
    }
    var group = scope.openJoin(source);
    group.root(source.declaration());
    declare(join.variable(), new Resolved.Entity(source));
    String restriction = source.restriction();
    var on = expressions.condition(join.on());
    String condition = restriction == null ? on.text() : restriction + " and " + on.in(Sql.AND);
    scope.closeJoin(source);
    scope.tables().join(join.outer(), group.sqlAsOperand(), condition);
  }

  /// Joins a query that the statement names.
  private void joinTable(Join join, CommonTable table) {
    scope.setMultipliesRows();
    var source = translation.rows(table.table(), scope, join.outer());
    if (join.on() == null) {
      throw translation.error(
          join.at(), "a join of %s needs a condition".formatted(table.name()), "add ON …");
    }
    var group = scope.openJoin(source);
    group.root(source.declaration());
    declare(join.variable(), new Resolved.Derived(source, table));
    var on = expressions.condition(join.on());
    scope.closeJoin(source);
    scope.tables().join(join.outer(), group.sqlAsOperand(), on.text());
  }

  /// What a source leads to, whatever it is treated as.
  private Resolved association(Reference source) {
    var resolved =
        paths.resolve(source instanceof Reference.Treat treat ? treat.operand() : source);
    // A whole list in a format has elements as a part has; another table's values stay what they
    // are.
    var whole =
        resolved instanceof Resolved.Basic(var owner, _, _) && owner.isEntity()
            ? PathResolver.whole(resolved)
            : null;
    return whole != null && whole.part().element() != null ? whole : resolved;
  }

  /// The entity that a join ranges over: the association's, or the subtype that the source is
  /// treated as (specification 4.4.9).
  private EntityMapping target(Reference source, EntityReference declared) {
    return source instanceof Reference.Treat treat
        ? translation.subtype(treat, declared.mapping())
        : declared.mapping();
  }

  private TableSource joinToOne(
      TableSource owner, ToOneAttribute attribute, EntityMapping entity, Join join) {
    boolean outer = join.outer();
    var variable = join.variable();
    var on = join.on();
    var target = translation.table(owner, entity, scope, outer);
    var group = scope.openJoin(target);
    group.root(target.declaration());
    if (variable != null) {
      declare(variable, new Resolved.Entity(target));
    }
    String condition = and(Associations.toOne(owner, attribute, target), on);
    scope.closeJoin(target);
    scope.tables().join(outer, group.sqlAsOperand(), condition);
    if (!outer && on == null) {
      scope.remember(owner, attribute, target);
    }
    return target;
  }

  private void joinToMany(
      TableSource owner,
      ToManyAttribute attribute,
      EntityMapping entity,
      boolean outer,
      @Nullable Variable variable,
      @Nullable Expression on) {
    scope.setMultipliesRows();
    var target = translation.table(owner, entity, scope, outer);
    var group = scope.openJoin(target);
    var joinTable = attribute.joinTable();
    String association;
    var rows = target;
    if (joinTable == null) {
      group.root(target.declaration());
      association = Associations.toMany(owner, attribute, target);
    } else {
      rows = translation.rows(joinTable.table(), scope, outer);
      String alias = rows.alias();
      group.root(rows.declaration());
      group.join(false, target.declaration(), Associations.targetSide(joinTable, alias, target));
      association = Associations.ownSide(owner, joinTable, alias);
    }
    if (variable != null) {
      declare(variable, new CollectionMember(attribute, rows, new Resolved.Entity(target)));
    }
    String condition = and(association, on);
    scope.closeJoin(target);
    scope.tables().join(outer, group.sqlAsOperand(), condition);
  }

  private void joinElements(
      TableSource owner,
      ElementCollectionAttribute attribute,
      boolean outer,
      @Nullable Variable variable,
      @Nullable Expression on) {
    scope.setMultipliesRows();
    var rows = translation.rows(attribute.table().table(), scope, outer);
    var group = scope.openJoin(rows);
    group.root(rows.declaration());
    declare(variable, new CollectionMember(attribute, rows, element(rows, attribute)));
    String condition = and(Associations.elements(owner, attribute, rows), on);
    scope.closeJoin(rows);
    scope.tables().join(outer, group.sqlAsOperand(), condition);
  }

  /// The elements of a part of a value in a format, which a call returns as rows.
  private void joinElements(
      Resolved.Part collection,
      boolean outer,
      @Nullable Variable variable,
      @Nullable Expression on) {
    ValuePart element = collection.part().element();
    if (element == null) {
      throw new IllegalStateException(collection.description() + " has no elements");
    }
    scope.setMultipliesRows();
    String alias = translation.alias("value");
    if (variable != null) {
      var stored = new StoredValue(alias + ".value", null);
      scope.declare(variable, new Resolved.Part(collection.owner(), stored, element));
    }
    String rows = "%s %s(value)".formatted(collection.part().elements(collection.stored()), alias);
    if (scope.tables().isEmpty()) {
      scope.tables().root(rows);
      if (on != null) {
        scope.conditions().add(expressions.condition(on).in(Sql.AND));
      }
    } else {
      String condition = on == null ? "true" : expressions.condition(on).text();
      scope.tables().join(outer, rows, condition);
    }
  }

  private String and(String association, @Nullable Expression on) {
    return on == null ? association : association + " and " + expressions.condition(on).in(Sql.AND);
  }

  private void fetch(Join join, Resolved resolved, Reference path) {
    if (scope.isSubquery()) {
      throw translation.error(join.at(), "a subquery cannot fetch", "join without FETCH");
    }
    switch (resolved) {
      case Resolved.ToOne(var owner, var attribute) when owner.isEntity() -> {
        var target = joinToOne(owner, attribute, target(path, attribute.target()), join);
        scope.fetches().add(join.at(), owner, attribute, target);
      }
      case Resolved.ToMany(var owner, var attribute) when !(path instanceof Reference.Treat) ->
          fetchCollection(join, owner, attribute);
      case Resolved.Elements(var owner, var attribute) -> fetchCollection(join, owner, attribute);
      case Resolved other ->
          throw translation.error(
              join.at(), "only an association can be fetched, found " + other.description(), null);
    }
  }

  private void fetchCollection(Join join, TableSource owner, PluralAttribute attribute) {
    if (join.on() != null) {
      throw translation.error(
          join.at(),
          "a fetched collection takes no condition: it would be loaded in part only",
          "join it a second time without FETCH for the condition");
    }
    var elements = scope.fetches().add(join.at(), owner, attribute);
    if (join.variable() != null) {
      scope.declareFetched(join.variable(), elements);
    }
    if (!join.outer()) {
      var query = new CollectionTranslator(scope, paths).elements(owner, attribute, "1");
      scope.conditions().add("exists (" + query + ")");
    }
  }

  /// Fetches an association of the elements of a fetched collection. It takes nothing away from the
  /// collection, inner join or not: a fetched collection is loaded as a whole.
  private void fetchBelow(Join join, Reference.Path path, FetchedElements elements) {
    if (join.on() != null || path.names().size() != 2) {
      throw translation.error(
          join.at(),
          "below a fetched collection an association is fetched alone",
          "fetch one association after the other, each by its own variable, without ON");
    }
    String name = path.names().getLast();
    var mapping = elements.mapping();
    var fetched =
        switch (mapping == null ? null : mapping.attribute(name)) {
          case ToOneAttribute toOne -> elements.fetch(toOne);
          case PluralAttribute plural -> elements.fetch(plural);
          case null, default ->
              throw translation.error(
                  path.at(),
                  "no association \"%s\" in %s"
                      .formatted(name, mapping == null ? elements.path() : mapping.entityName()),
                  null);
        };
    if (join.variable() != null) {
      scope.declareFetched(join.variable(), fetched);
    }
  }
}
