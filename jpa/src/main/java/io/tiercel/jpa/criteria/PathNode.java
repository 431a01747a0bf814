package io.tiercel.jpa.criteria;

import io.tiercel.jpa.mapping.type.BasicType;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Reference;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.Bindable;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.MapAttribute;
import jakarta.persistence.metamodel.PluralAttribute;
import jakarta.persistence.metamodel.SingularAttribute;
import jakarta.persistence.metamodel.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A path (specification 6.5.5): an attribute of another path, or what heads one.
class PathNode<X> extends ExpressionNode<X> implements Path<X> {
  private final @Nullable PathNode<?> parent;
  private final @Nullable Bindable<?> model;
  private final @Nullable ManagedType<?> target;
  private final Function<Lowering, Reference> form;

  /// @param parent null for what heads a path
  /// @param model null where the metamodel has no name for it
  /// @param target whose attributes can be followed, null for a value
  PathNode(
      Class<?> type,
      @Nullable PathNode<?> parent,
      @Nullable Bindable<?> model,
      @Nullable ManagedType<?> target,
      Function<Lowering, Reference> form) {
    super(type);
    this.parent = parent;
    this.model = model;
    this.target = target;
    this.form = form;
  }

  /// The type whose attributes can be followed, or null.
  static @Nullable ManagedType<?> managed(Type<?> type) {
    return type instanceof ManagedType<?> managed ? managed : null;
  }

  boolean isCollection() {
    return model instanceof PluralAttribute<?, ?, ?> && !(this instanceof FromNode<?, ?>);
  }

  final @Nullable ManagedType<?> target() {
    return target;
  }

  /// The attribute of that name; IllegalStateException when there can be none, and
  /// IllegalArgumentException when there is none.
  final Attribute<?, ?> attribute(String name) {
    if (target == null) {
      throw noAttributes(name);
    }
    return target.getAttribute(name);
  }

  private IllegalStateException noAttributes(String name) {
    return new IllegalStateException(
        "cannot follow \"%s\" from %s, which has no attributes\nHint: join a collection to follow its elements."
            .formatted(name, this));
  }

  static String nameOf(@Nullable Attribute<?, ?> attribute) {
    if (attribute == null) {
      throw noAttribute();
    }
    return attribute.getName();
  }

  static IllegalArgumentException noAttribute() {
    return new IllegalArgumentException(
        "the attribute is null\n"
            + "Hint: static metamodel fields are set when the EntityManagerFactory is made.");
  }

  @Override
  @SuppressWarnings("unchecked") // X is known only to the caller
  public @Nullable Bindable<X> getModel() {
    return (Bindable<X>) model;
  }

  @Override
  public @Nullable Path<?> getParentPath() {
    return parent;
  }

  @Override
  public <Y> Path<Y> get(SingularAttribute<? super X, Y> attribute) {
    return get(nameOf(attribute));
  }

  @Override
  public <E, C extends Collection<E>> Expression<C> get(
      PluralAttribute<? super X, C, E> attribute) {
    return get(nameOf(attribute));
  }

  @Override
  public <K, V, M extends Map<K, V>> Expression<M> get(MapAttribute<? super X, K, V> attribute) {
    return get(nameOf(attribute));
  }

  @Override
  public <Y> Path<Y> get(String name) {
    if (target == null && !isCollection() && !(this instanceof FromNode<?, ?>)) {
      return part(name);
    }
    var attribute = attribute(name);
    ManagedType<?> next =
        attribute instanceof SingularAttribute<?, ?> singular ? managed(singular.getType()) : null;
    return new PathNode<>(
        attribute.getJavaType(),
        this,
        (Bindable<?>) attribute,
        next,
        lowering -> step(reference(lowering), name));
  }

  /// A part of a value whose format may know parts: the query tells when it is translated. Its
  /// class is the caller's, or comes from what it is compared with.
  @SuppressWarnings("unchecked") // Y is known only to the caller
  private <Y> Path<Y> part(String name) {
    if (BasicType.of(getJavaType()) != null) {
      throw noAttributes(name);
    }
    return new PathNode<>(
        (Class<Y>) Object.class, this, null, null, lowering -> step(reference(lowering), name));
  }

  /// A reference one name longer.
  static Reference step(Reference head, String name) {
    return switch (head) {
      case Reference.Path(var at, var names) -> new Reference.Path(at, longer(names, name));
      case Reference.Navigation(var at, var start, var names) ->
          new Reference.Navigation(at, start, longer(names, name));
      default -> new Reference.Navigation(Node.NOWHERE, head, List.of(name));
    };
  }

  private static List<String> longer(List<String> names, String name) {
    List<String> longer = new ArrayList<>(names);
    longer.add(name);
    return longer;
  }

  /// The same as of a subtype.
  <T> PathNode<T> treated(EntityType<T> subtype) {
    return new PathNode<>(
        subtype.getJavaType(),
        parent,
        model,
        subtype,
        lowering -> new Reference.Treat(Node.NOWHERE, reference(lowering), subtype.getName()));
  }

  /// What has attributes or elements is what it is, whatever Java takes it for; only values are
  /// read as others.
  @Override
  public <Y> Expression<Y> as(Class<Y> type) {
    return target == null && !isCollection() ? super.as(type) : new Value<>(type, this::lower);
  }

  @Override
  public <Y> Expression<Y> cast(Class<Y> type) {
    if (target != null) {
      throw new IllegalArgumentException(
          "cannot cast %s to %s: it is no basic value\nHint: cast one of its attributes; treat narrows an entity to a subclass."
              .formatted(this, type.getName()));
    }
    return super.cast(type);
  }

  @Override
  public Expression<Class<? extends X>> type() {
    return new Value<>(
        Class.class, lowering -> new Reference.TypeOf(Node.NOWHERE, reference(lowering)));
  }

  /// The reference in the tree.
  Reference reference(Lowering lowering) {
    return form.apply(lowering);
  }

  @Override
  io.tiercel.jpa.query.syntax.Expression lowered(Lowering lowering) {
    return reference(lowering);
  }

  @Override
  public String toString() {
    String name = model instanceof Attribute<?, ?> attribute ? attribute.getName() : "?";
    return parent == null ? name : parent + "." + name;
  }
}
