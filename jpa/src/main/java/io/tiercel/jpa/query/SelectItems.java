package io.tiercel.jpa.query;

import io.tiercel.jpa.format.StoredValue;
import io.tiercel.jpa.format.ValuePart;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.QueryExpression.SelectQuery;
import io.tiercel.jpa.query.syntax.Reference;
import io.tiercel.jpa.query.syntax.SelectItem;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The select clause of one query: its columns and what they mean (specification 4.8).
final class SelectItems {

  private final Scope scope;
  private final Translation translation;
  private final ExpressionTranslator expressions;
  private final List<String> columns = new ArrayList<>();
  private final List<Selection> selections = new ArrayList<>();
  private final List<ValueType> types = new ArrayList<>();
  private final List<TableSource> entities = new ArrayList<>();
  private final Map<String, Sql> byAlias = new HashMap<>();
  private final List<DerivedItem> derived = new ArrayList<>();
  private final Derivation derivation;
  private final List<ExtractedColumn> extracts = new ArrayList<>();

  /// @param derivation what is known of the items where the result is a table of the statement
  SelectItems(Scope scope, ExpressionTranslator expressions, Derivation derivation) {
    this.derivation = derivation;
    this.scope = scope;
    this.translation = scope.translation();
    this.expressions = expressions;
  }

  /// The SQL of the columns.
  List<String> columns() {
    return columns;
  }

  List<Selection> selections() {
    return List.copyOf(selections);
  }

  List<ValueType> types() {
    return List.copyOf(types);
  }

  /// The items of a result that is a table of the statement, empty for others.
  List<DerivedItem> derived() {
    return List.copyOf(derived);
  }

  /// The value of a result variable, or null when there is none of the name.
  @Nullable Sql byAlias(String name) {
    return byAlias.get(Translation.lowerCase(name));
  }

  /// The aliases of the selected entities whose rows can be locked.
  List<String> lockable() {
    return entities.stream()
        .map(TableSource::untreated)
        .filter(entity -> !entity.isNullable() && entity.source().isLockable())
        .map(TableSource::alias)
        .distinct()
        .toList();
  }

  /// Whether a lock on [#lockable()] is on all rows of the selected entities.
  boolean locksWhole() {
    return entities.stream()
        .map(TableSource::untreated)
        .allMatch(entity -> !entity.isNullable() && entity.source().isOneTable());
  }

  /// Whether no two rows can be the same, because each has an entity that occurs once.
  boolean isDistinctAnyway() {
    var root = scope.root();
    return root != null && !scope.multipliesRows() && entities.contains(root);
  }

  void translate(SelectQuery query) {
    if (query.items().isEmpty()) {
      implied(query);
      return;
    }
    for (var item : query.items()) {
      selections.add(selection(item));
    }
  }

  /// Without a select clause the query selects what it ranges over.
  private void implied(SelectQuery query) {
    var root = scope.root();
    if (root == null || query.from().size() != 1) {
      throw translation.error(
          query.at(), "a query over several variables needs a select clause", null);
    }
    selections.add(resolved(query.at(), new Resolved.Entity(root), null));
  }

  private Selection selection(SelectItem item) {
    // An item adds its type last.
    ValueType expected = derivation.expected(types.size());
    Sql entityType = expected == null ? expressions.entityType(item.expression()) : null;
    if (entityType != null) {
      return scalar(entityType, item.alias());
    }
    return switch (item.expression()) {
      case Operation.Constructor constructor when !scope.isSubquery() ->
          constructed(constructor, item.alias());
      case Reference.MapPart(var at, var part, var variable)
          when part == Reference.MapPart.Part.ENTRY && !scope.isSubquery() ->
          entry(at, variable, item.alias());
      case Reference reference when isPath(reference) ->
          resolved(item.at(), expressions.paths().resolve(reference), item.alias());
      case Constant.Parameter parameter ->
          scalar(
              translation
                  .parameters()
                  .cast(parameter, expected == null ? ValueType.UNKNOWN : expected),
              item.alias());
      case Constant.Null _ when expected != null && expected.sqlType() != null ->
          scalar(Sql.primary("null::" + expected.sqlType(), expected), item.alias());
      case Expression other -> scalar(expressions.translate(other, expected), item.alias());
    };
  }

  /// A `java.util.Map.Entry` that is not backed by the map.
  private Selection entry(int at, Reference.Path variable, @Nullable String alias) {
    var key = new Reference.MapPart(at, Reference.MapPart.Part.KEY, variable);
    var value = new Reference.MapPart(at, Reference.MapPart.Part.VALUE, variable);
    var parts =
        List.of(
            resolved(at, expressions.paths().resolve(key), null),
            resolved(at, expressions.paths().resolve(value), null));
    return new Selection.Constructed(SimpleImmutableEntry.class, parts, alias);
  }

  private boolean isPath(Reference reference) {
    return switch (reference) {
      case Reference.Path path -> expressions.paths().resolveOrNull(path) != null;
      case Reference.TypeOf _ -> false;
      default -> true;
    };
  }

  private Selection resolved(int at, Resolved resolved, @Nullable String alias) {
    return switch (resolved) {
      case Resolved.ToOne(var owner, var attribute) when scope.isDerived() ->
          parts(
              ValueType.of(attribute.target().mapping()),
              null,
              expressions.keyColumns(owner, attribute),
              alias);
      case Resolved.Embedded(var owner, var attribute) when scope.isDerived() -> {
        refuseAssociations(at, attribute);
        yield parts(
            ValueType.plain(attribute.javaType(), null),
            attribute,
            attribute.columns().stream().map(owner::column).toList(),
            alias);
      }
      case Resolved.Entity(var source) -> entity(at, source, alias);
      case Resolved.ToOne(var owner, var attribute) when !scope.isSubquery() ->
          entity(at, scope.join(owner, attribute), alias);
      case Resolved.Embedded(var owner, var attribute) when !scope.isSubquery() ->
          embedded(at, owner, attribute, alias);
      case Resolved.Part(_, var stored, var part) -> {
        var extract = part.extract(stored);
        if (extract != null) {
          extracts.add(new ExtractedColumn(columns.size(), stored, extract));
        }
        yield scalar(expressions.value(at, resolved), alias);
      }
      default -> scalar(expressions.value(at, resolved), alias);
    };
  }

  /// A column that is a part of a value in a format.
  private record ExtractedColumn(int index, StoredValue stored, ValuePart.Extract extract) {}

  /// Reads several parts of one value out of a row that is made of it once: each part by itself
  /// would read the whole value again.
  void readTogether() {
    Map<StoredValue, List<ExtractedColumn>> byValue = new LinkedHashMap<>();
    extracts.forEach(
        column -> byValue.computeIfAbsent(column.stored, _ -> new ArrayList<>()).add(column));
    byValue.values().stream().filter(parts -> parts.size() > 1).forEach(this::readTogether);
  }

  private void readTogether(List<ExtractedColumn> parts) {
    Map<String, String> types = new LinkedHashMap<>();
    for (ExtractedColumn part : parts) {
      String type = part.extract.type();
      String other = types.putIfAbsent(part.extract.column(), type);
      if ((other != null && !other.equals(type))
          || !part.extract.call().equals(parts.getFirst().extract.call())) {
        return;
      }
    }
    String alias = translation.alias("value");
    String definitions =
        types.entrySet().stream()
            .map(column -> column.getKey() + " " + column.getValue())
            .collect(Collectors.joining(", "));
    scope
        .tables()
        .join(
            true,
            "lateral (select * from %s as r(%s)) %s"
                .formatted(parts.getFirst().extract.call(), definitions, alias),
            "true");
    for (ExtractedColumn part : parts) {
      columns.set(part.index, part.extract.value().apply(alias + "." + part.extract.column()));
    }
  }

  private Selection entity(int at, TableSource source, @Nullable String alias) {
    var type = ValueType.of(source.mapping());
    var treatment = source.treatment();
    if (treatment != null) {
      scope.conditions().add(treatment);
    }
    entities.add(source);
    if (scope.isDerived()) {
      return parts(type, null, source.idColumns(), alias);
    }
    if (scope.isSubquery()) {
      return scalar(Sql.primary(source.id(), type), alias);
    }
    if (source.moment() != null) {
      throw translation.error(
          at,
          "entity %s as it was cannot be selected: an EntityManager has instances of the present"
              .formatted(source.mapping()),
          "select its attributes, or new …(…)");
    }
    types.add(type);
    remember(alias, Sql.primary(source.id(), type));
    return scope.fetches().select(source, columns, alias);
  }

  private Selection embedded(
      int at, TableSource owner, EmbeddedAttribute attribute, @Nullable String alias) {
    refusePast(at, owner, attribute);
    int firstColumn = columns.size();
    var embedded = attribute.columnsWithKeys();
    embedded.forEach(column -> columns.add(owner.column(column)));
    types.add(ValueType.plain(attribute.javaType(), null));
    EntitySelection read = isTold(owner, attribute) ? null : owner(at, owner, attribute);
    return new Selection.Embedded(attribute, embedded, firstColumn, read, alias);
  }

  /// An item of a table of the statement, in one column or several.
  private Selection parts(
      ValueType type,
      @Nullable EmbeddedAttribute embeddable,
      List<String> values,
      @Nullable String alias) {
    int first = columns.size();
    columns.addAll(values);
    types.add(type);
    derived.add(new DerivedItem(alias, type, embeddable, first, values.size()));
    if (values.size() == 1) {
      remember(alias, Sql.primary(values.getFirst(), type));
    }
    return new Selection.Scalar(first, type.columnType(), type.conversion(), alias);
  }

  /// Whether columns tell all that an embeddable holds, so that its copy is made of them alone.
  private static boolean isTold(TableSource owner, EmbeddedAttribute attribute) {
    if (!attribute.hasAssociations() || !owner.isEntity()) {
      return true;
    }
    int idWidth = owner.mapping().id().columns().size();
    return !attribute.holdsMore()
        && attribute.toOnes().stream()
            .allMatch(
                toOne -> toOne.refersToId() && toOne.joinColumns().getFirst().slot() >= idWidth);
  }

  /// The entity that has the embeddable, read with it for what only its instance tells:
  /// collections, inverse sides, associations that refer to no id.
  private EntitySelection owner(int at, TableSource owner, EmbeddedAttribute attribute) {
    EntityMapping mapping = owner.mapping();
    boolean isFound =
        attribute.toOnes().stream().allMatch(mapping::has)
            && attribute.plurals().stream().allMatch(mapping::has);
    boolean isCopied =
        attribute.plurals().stream()
            .noneMatch(
                plural ->
                    plural instanceof ElementCollectionAttribute values
                        && values.element() instanceof EmbeddedAttribute);
    if (owner.treatment() != null || !isFound || !isCopied) {
      throw translation.unsupported(
          at,
          isCopied
              ? "an embeddable with collections or inverse sides of a treated path as an item"
              : "an embeddable with collections of embeddables as an item",
          "select the entity that has it, or its attributes");
    }
    int firstColumn = columns.size();
    columns.addAll(owner.source().columns(mapping));
    columns.addAll(owner.source().marks(mapping));
    return new EntitySelection(mapping, firstColumn, List.of(), attribute.plurals());
  }

  private void refusePast(int at, TableSource owner, EmbeddedAttribute attribute) {
    if (attribute.hasAssociations() && owner.moment() != null) {
      throw translation.error(
          at,
          "embeddable %s as it was cannot be selected: it has associations, and an EntityManager has instances of the present"
              .formatted(attribute.javaType().getSimpleName()),
          "select its attributes");
    }
  }

  private void refuseAssociations(int at, EmbeddedAttribute attribute) {
    if (attribute.hasAssociations()) {
      throw translation.unsupported(
          at,
          "an embeddable with associations as an item",
          "select its attributes, or the entity that has it");
    }
  }

  private Selection scalar(Sql given, @Nullable String alias) {
    Sql sql = derivation.widened(given);
    if (scope.isDerived()) {
      derived.add(new DerivedItem(alias, sql.type(), null, columns.size(), 1));
    }
    columns.add(sql.text());
    types.add(sql.type());
    remember(alias, sql);
    return new Selection.Scalar(
        columns.size() - 1, sql.type().columnType(), sql.type().conversion(), alias);
  }

  private void remember(@Nullable String alias, Sql sql) {
    if (alias != null) {
      byAlias.put(Translation.lowerCase(alias), sql);
    }
  }

  private Selection constructed(Operation.Constructor constructor, @Nullable String alias) {
    var type =
        constructor.type() != null
            ? constructor.type()
            : translation.classOrNull(constructor.className());
    if (type == null) {
      throw translation.error(
          constructor.at(),
          "unknown class \"%s\"".formatted(constructor.className()),
          "write its name with its package");
    }
    var arguments = constructor.items().stream().map(this::selection).toList();
    return new Selection.Constructed(type, arguments, alias);
  }
}
