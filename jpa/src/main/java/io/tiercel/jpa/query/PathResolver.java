package io.tiercel.jpa.query;

import io.tiercel.jpa.format.ValuePart;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.CollectionKey;
import io.tiercel.jpa.mapping.CollectionKind;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.query.syntax.Reference;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Follows paths through the mapping (specification 4.4.4).
final class PathResolver {

  private final Scope scope;
  private final Translation translation;

  PathResolver(Scope scope) {
    this.scope = scope;
    this.translation = scope.translation();
  }

  Resolved resolve(Reference reference) {
    return switch (reference) {
      case Reference.Path path -> {
        var found = resolveOrNull(path);
        if (found == null) {
          throw unknown(path);
        }
        yield found;
      }
      case Reference.Navigation(var at, var head, var names) -> follow(at, resolve(head), names, 0);
      case Reference.Treat treat -> treat(treat);
      case Reference.Identity identity -> identity(identity);
      case Reference.MapPart part -> mapPart(part);
      case Reference.TypeOf(var at, _) ->
          throw translation.error(at, "the type of an entity has no attributes", null);
    };
  }

  /// What a path means, or null when its head is neither a variable nor an attribute of `this`: it
  /// may be an enum constant then.
  @Nullable Resolved resolveOrNull(Reference.Path path) {
    var variable = scope.variable(path.names().getFirst());
    if (variable != null) {
      return follow(path.at(), variable, path.names(), 1);
    }
    var implicit = scope.implicitVariable();
    if (implicit != null && has(implicit, path.names().getFirst())) {
      return follow(path.at(), implicit, path.names(), 0);
    }
    return null;
  }

  private static boolean has(Resolved implicit, String name) {
    return switch (implicit) {
      case Resolved.Entity(var source) -> source.mapping().attribute(name) != null;
      case Resolved.Derived(_, var table) -> table.item(name) != null;
      default -> false;
    };
  }

  private Resolved follow(int at, Resolved head, List<String> names, int from) {
    var current = head;
    for (int i = from; i < names.size(); i++) {
      current = step(at, current, names.get(i));
    }
    return current;
  }

  private Resolved step(int at, Resolved current, String name) {
    return switch (current) {
      case Resolved.Entity(var source) ->
          attribute(at, source, source.mapping().entityName(), source.mapping().attributes(), name);
      case Resolved.Embedded(var owner, var embedded) ->
          attribute(at, owner, embedded.javaType().getSimpleName(), embedded.attributes(), name);
      case Resolved.ToOne(var owner, var attribute) -> toOne(at, owner, attribute, name);
      case Resolved.Derived(var source, var table) -> {
        var item = table.item(name);
        if (item == null) {
          throw translation.error(
              at,
              "no item \"%s\" in %s".formatted(name, table.name()),
              Nearest.hint(name, table.names()));
        }
        yield table.resolved(source, item);
      }
      case Resolved.ToMany(_, var attribute) -> throw collection(at, attribute, name);
      case Resolved.Elements(_, var attribute) -> throw collection(at, attribute, name);
      case Resolved.Part(var owner, var stored, var part) ->
          new Resolved.Part(owner, stored, member(at, part, name));
      case Resolved.Basic basic -> {
        var whole = whole(basic);
        if (whole == null) {
          throw translation.error(
              at,
              "cannot follow \"%s\" from %s, which has no attributes"
                  .formatted(name, basic.description()),
              null);
        }
        yield new Resolved.Part(whole.owner(), whole.stored(), member(at, whole.part(), name));
      }
    };
  }

  /// The value in a format as a whole, null where the format knows no parts.
  static Resolved.@Nullable Part whole(Resolved resolved) {
    if (resolved instanceof Resolved.Part part) {
      return part;
    }
    if (!(resolved instanceof Resolved.Basic(var owner, var column, _))
        || column.conversion() == null) {
      return null;
    }
    var parts = column.conversion().parts();
    return parts == null ? null : new Resolved.Part(owner, owner.stored(column), parts.whole());
  }

  private ValuePart member(int at, ValuePart part, String name) {
    ValuePart member = part.member(name);
    if (member == null) {
      throw translation.error(
          at,
          "no member \"%s\" in %s".formatted(name, part.description()),
          part.element() == null
              ? Nearest.hint(name, part.members())
              : "join it, and follow the path from an element");
    }
    return member;
  }

  private JpqlSemanticException collection(int at, PluralAttribute attribute, String name) {
    return translation.error(
        at,
        "cannot follow \"%s\" from collection \"%s\"".formatted(name, attribute.name()),
        "join the collection and use the variable of its elements: join ….%s x … x.%s"
            .formatted(attribute.name(), name));
  }

  /// The foreign key is the target's id, so that a path to it needs no join.
  private Resolved toOne(int at, TableSource owner, ToOneAttribute attribute, String name) {
    var id = attribute.target().mapping().id();
    if (attribute.isOwning() && attribute.refersToId() && id.isSimple() && name.equals(id.name())) {
      return new Resolved.Basic(
          owner, attribute.joinColumns().getFirst(), ValueType.of(id.simple()));
    }
    return step(at, new Resolved.Entity(scope.join(owner, attribute)), name);
  }

  private Resolved attribute(
      int at, TableSource owner, String ownerName, List<Attribute> attributes, String name) {
    return switch (Associations.named(attributes, name)) {
      case BasicAttribute basic -> new Resolved.Basic(owner, basic.column(), ValueType.of(basic));
      case EmbeddedAttribute embedded -> new Resolved.Embedded(owner, embedded);
      case ToOneAttribute toOne -> new Resolved.ToOne(owner, toOne);
      case ToManyAttribute toMany -> new Resolved.ToMany(owner, toMany);
      case ElementCollectionAttribute values -> new Resolved.Elements(owner, values);
      case null -> {
        var names = attributes.stream().map(Attribute::name).toList();
        throw translation.error(
            at, "no attribute \"%s\" in %s".formatted(name, ownerName), Nearest.hint(name, names));
      }
    };
  }

  private Resolved mapPart(Reference.MapPart part) {
    return switch (part.part()) {
      case KEY -> key(part);
      case VALUE -> map(part).element();
      case ENTRY ->
          throw translation.error(
              part.at(),
              "ENTRY stands alone in the select clause of the query only",
              "use KEY or VALUE");
    };
  }

  /// What a variable over a map ranges over.
  private CollectionMember map(Reference.MapPart part) {
    String name = part.variable().text();
    var member = scope.member(name);
    if (member == null || member.attribute().kind() != CollectionKind.MAP) {
      throw translation.error(
          part.at(),
          "%s takes a variable that ranges over a map, and \"%s\" does not"
              .formatted(part.part(), name),
          "join the map: join x.map %s".formatted(name));
    }
    return member;
  }

  /// The key in the rows of a map, or the attribute of the value that it is.
  private Resolved key(Reference.MapPart part) {
    var member = map(part);
    return switch (member.attribute().shape().key()) {
      case CollectionKey.Stored(BasicAttribute basic) ->
          new Resolved.Basic(member.rows(), basic.column(), ValueType.of(basic));
      case CollectionKey.Stored(EmbeddedAttribute embedded) ->
          new Resolved.Embedded(member.rows(), embedded);
      case CollectionKey.Stored(ToOneAttribute toOne) -> new Resolved.ToOne(member.rows(), toOne);
      case CollectionKey.OfElement(_, var attribute) ->
          attribute == null
              ? id(part.at(), member.element())
              : step(part.at(), member.element(), attribute.name());
      case null, default ->
          throw new IllegalStateException("a map without a key: " + member.attribute().name());
    };
  }

  private Resolved id(int at, Resolved element) {
    var entity = entityOf(element);
    if (entity == null) {
      throw new IllegalStateException("no entity: " + element.description());
    }
    var idClass = entity.id().composite();
    return idClass != null && entity.id().hasIdClass()
        ? new Resolved.Embedded(sourceOf(element), idClass)
        : step(at, element, entity.id().attributes().getFirst().name());
  }

  /// The column with the position of the element that a variable ranges over.
  Sql position(int at, String variable) {
    var member = scope.member(variable);
    var position = member == null ? null : member.attribute().shape().position();
    if (member == null || position == null) {
      throw translation.error(
          at,
          "INDEX takes a variable that ranges over a list with an @OrderColumn, and \"%s\" does not"
              .formatted(variable),
          "join the list: join x.list %s".formatted(variable));
    }
    return Sql.primary(member.rows().column(position), ValueType.INTEGER);
  }

  private Resolved treat(Reference.Treat treat) {
    var operand = resolve(treat.operand());
    var source = entity(treat.at(), operand, "TREAT");
    var subtype = translation.subtype(treat, source.mapping());
    return source.mapping().isA(subtype) ? operand : new Resolved.Entity(source.treated(subtype));
  }

  /// The entity that a path leads to.
  ///
  /// @param operator what takes it, for errors
  TableSource source(int at, Reference reference, String operator) {
    return entity(at, resolve(reference), operator);
  }

  private TableSource entity(int at, Resolved resolved, String operator) {
    if (entityOf(resolved) == null) {
      throw translation.error(
          at,
          "%s takes an entity, found %s".formatted(operator, resolved.description()),
          resolved instanceof Resolved.ToMany ? "join the collection in the from clause" : null);
    }
    return sourceOf(resolved);
  }

  private Resolved identity(Reference.Identity identity) {
    var operand = resolve(identity.operand());
    var entity = entityOf(operand);
    if (entity == null) {
      throw translation.error(
          identity.at(),
          "%s takes an entity, found %s".formatted(identity.attribute(), operand.description()),
          null);
    }
    boolean isId = identity.attribute() == Reference.Identity.Attribute.ID;
    var idClass = entity.id().composite();
    if (isId && idClass != null && entity.id().hasIdClass()) {
      return new Resolved.Embedded(sourceOf(operand), idClass);
    }
    var attribute = isId ? entity.id().attributes().getFirst() : entity.version();
    if (attribute == null) {
      throw translation.error(
          identity.at(), "entity %s has no version".formatted(entity.entityName()), null);
    }
    return step(identity.at(), operand, attribute.name());
  }

  private TableSource sourceOf(Resolved entity) {
    return switch (entity) {
      case Resolved.Entity(var source) -> source;
      case Resolved.ToOne(var owner, var attribute) -> scope.join(owner, attribute);
      default -> throw new IllegalStateException("no entity: " + entity.description());
    };
  }

  private static @Nullable EntityMapping entityOf(Resolved resolved) {
    return switch (resolved) {
      case Resolved.Entity(var source) -> source.mapping();
      case Resolved.ToOne(_, var attribute) -> attribute.target().mapping();
      default -> null;
    };
  }

  JpqlSemanticException unknown(Reference.Path path) {
    String head = path.names().getFirst();
    var fetched = scope.fetchedElements(head);
    if (fetched != null) {
      return translation.error(
          path.at(),
          "variable \"%s\" ranges over the fetched collection %s, which is loaded as a whole"
              .formatted(head, fetched.path()),
          "join the collection a second time without FETCH, and use that variable");
    }
    var names = new TreeSet<>(scope.variableNames());
    for (var name : names) {
      if (scope.variable(name) instanceof Resolved.Entity(var source)
          && source.mapping().attribute(head) != null) {
        return translation.error(
            path.at(),
            "unknown variable \"%s\"".formatted(head),
            "did you mean \"%s.%s\"?".formatted(name, path.text()));
      }
    }
    if (scope.implicitVariable() instanceof Resolved.Entity(var source)) {
      source.mapping().attributes().forEach(attribute -> names.add(attribute.name()));
    }
    return translation.error(
        path.at(), "unknown variable \"%s\"".formatted(head), Nearest.hint(head, names));
  }
}
