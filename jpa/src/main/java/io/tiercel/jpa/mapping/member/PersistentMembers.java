package io.tiercel.jpa.mapping.member;

import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Transient;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which fields and properties of a class are persistent (Jakarta Persistence 3.2, section 2.3).
/// Mapped superclasses come first and members in source order, so that a table reads like its
/// class; the id comes before all.
public final class PersistentMembers {
  private final TypeBindings bindings;
  private final Map<String, PersistentMember> members = new LinkedHashMap<>();
  private final Set<String> inherited = new HashSet<>();

  private PersistentMembers(Class<?> type) {
    this.bindings = new TypeBindings(type);
  }

  /// The members of an entity and all its superclasses, the id first. Those that it inherits from
  /// another entity are that entity's members in the same order, and stand before its own.
  public static List<PersistentMember> ofEntity(Class<?> entity) {
    var found = new PersistentMembers(entity);
    Class<?> supertype = Supertypes.nearest(entity);
    if (supertype != null) {
      ofEntity(supertype).forEach(member -> found.members.put(member.name(), member));
      found.inherited.addAll(found.members.keySet());
    }
    AccessType access = access(entity);
    for (Class<?> type : declaring(entity)) {
      found.add(type, access);
    }
    return found.idFirst();
  }

  /// The members of a mapped superclass and of those above it, the id first, reached as the
  /// entities below it are.
  public static List<PersistentMember> ofMappedSuperclass(Class<?> type, AccessType entitysAccess) {
    var found = new PersistentMembers(type);
    hierarchy(type).forEach(up -> found.add(up, entitysAccess));
    return found.idFirst();
  }

  private List<PersistentMember> idFirst() {
    List<PersistentMember> ids = new ArrayList<>();
    List<PersistentMember> others = new ArrayList<>();
    for (PersistentMember member : members.values()) {
      (isId(member) ? ids : others).add(member);
    }
    ids.addAll(others);
    return List.copyOf(ids);
  }

  /// The members of an embeddable, reached as its owner is unless it says otherwise. Those of a
  /// record are its components.
  public static List<PersistentMember> ofEmbeddable(Class<?> embeddable, AccessType ownersAccess) {
    var found = new PersistentMembers(embeddable);
    AccessType access = embeddable.isRecord() ? AccessType.FIELD : ownersAccess;
    hierarchy(embeddable).forEach(type -> found.add(type, access));
    return List.copyOf(found.members.values());
  }

  /// Whether an embeddable has fields that would be persistent if it were reached by them.
  public static boolean hasFields(Class<?> embeddable) {
    return hierarchy(embeddable).stream().anyMatch(type -> !fields(type).isEmpty());
  }

  /// The class, its mapped superclasses and the entities it extends, topmost first. The state of
  /// other superclasses is not persistent (section 2.12.3).
  public static List<Class<?>> hierarchy(Class<?> type) {
    List<Class<?>> classes = new ArrayList<>(List.of(type));
    for (Class<?> up = type.getSuperclass(); up != null; up = up.getSuperclass()) {
      if (Annotations.has(up, MappedSuperclass.class) || Annotations.has(up, Entity.class)) {
        classes.addFirst(up);
      }
    }
    return classes;
  }

  /// The classes whose attributes an entity does not inherit from another entity, topmost first:
  /// itself and the mapped superclasses between the two.
  static List<Class<?>> declaring(Class<?> entity) {
    List<Class<?>> classes = hierarchy(entity);
    Class<?> supertype = Supertypes.nearest(entity);
    return supertype == null
        ? classes
        : classes.subList(classes.indexOf(supertype) + 1, classes.size());
  }

  /// Field or property, by where annotations stand in those classes of the hierarchy that do not
  /// say it themselves (section 2.3.1): the id's, or, where another class has the id, any of an
  /// attribute. The section leaves open what a class is that has its id on a field and on a
  /// getter: by properties, since that is how other providers read it.
  public static AccessType access(Class<?> entity) {
    if (entity.isRecord()) {
      // What is written at a component stands on its field and on its accessor.
      return AccessType.FIELD;
    }
    List<Class<?>> hierarchy = hierarchy(entity);
    List<Class<?>> silent = new ArrayList<>();
    for (Class<?> type : hierarchy) {
      if (!Annotations.has(type, Access.class)) {
        silent.add(type);
      }
    }
    AccessType access = idPlacement(silent);
    if (access == null) {
      access = placement(silent);
    }
    if (access == null) {
      access = idPlacement(hierarchy);
    }
    if (access == null) {
      throw withoutId(entity);
    }
    return access;
  }

  /// What is wrong with an entity none of whose attributes is an id.
  public static MappingException withoutId(Class<?> entity) {
    return new MappingException(
        entity, null, "it has no id", "annotate one field or getter with @Id.");
  }

  /// Field or property for a class that no entity uses, by where its own annotations stand.
  public static AccessType ownAccess(Class<?> type) {
    AccessType access = placement(List.of(type));
    return access == null ? AccessType.FIELD : access;
  }

  /// By the id's annotation; null without one.
  private static @Nullable AccessType idPlacement(List<Class<?>> types) {
    for (Class<?> type : types) {
      if (hasId(type.getDeclaredMethods())) {
        return AccessType.PROPERTY;
      }
      if (hasId(type.getDeclaredFields())) {
        return AccessType.FIELD;
      }
    }
    return null;
  }

  private static boolean hasId(AnnotatedElement[] members) {
    for (AnnotatedElement member : members) {
      if (isId(member)) {
        return true;
      }
    }
    return false;
  }

  /// By any annotation of an attribute; null without one.
  private static @Nullable AccessType placement(List<Class<?>> types) {
    for (Class<?> type : types) {
      if (hasMapped(type.getDeclaredFields())) {
        return AccessType.FIELD;
      }
      if (hasMapped(type.getDeclaredMethods())) {
        return AccessType.PROPERTY;
      }
    }
    return null;
  }

  private static boolean hasMapped(AnnotatedElement[] members) {
    for (AnnotatedElement member : members) {
      if (isMapped(member)) {
        return true;
      }
    }
    return false;
  }

  public static boolean isId(PersistentMember member) {
    return member.has(Id.class) || member.has(EmbeddedId.class);
  }

  private static boolean isId(AnnotatedElement element) {
    return Annotations.has(element, Id.class) || Annotations.has(element, EmbeddedId.class);
  }

  /// Whether it has a mapping annotation; `@Transient`, `@Access` and callbacks tell nothing.
  private static boolean isMapped(AnnotatedElement element) {
    boolean isGetter = !(element instanceof Method method) || Getters.propertyName(method) != null;
    if (!isGetter
        || Annotations.has(element, Transient.class)
        || Annotations.has(element, Access.class)) {
      return false;
    }
    for (Annotation annotation : Annotations.source().all(element)) {
      if (annotation.annotationType().getPackageName().equals(Id.class.getPackageName())) {
        return true;
      }
    }
    return false;
  }

  private void add(Class<?> type, AccessType inherited) {
    Access declared = Annotations.of(type, Access.class);
    AccessType access = declared != null ? declared.value() : inherited;
    if (access == AccessType.FIELD) {
      addFields(type, false);
      addProperties(type, true);
    } else {
      addProperties(type, false);
      addFields(type, true);
    }
  }

  /// @param onlyAsked pass over those that do not ask for this access themselves
  private void addFields(Class<?> type, boolean onlyAsked) {
    for (Field field : fields(type)) {
      if (!onlyAsked || asks(field, AccessType.FIELD)) {
        addField(field);
      }
    }
  }

  /// @param onlyAsked as above
  private void addProperties(Class<?> type, boolean onlyAsked) {
    for (Method getter : getters(type)) {
      if (!onlyAsked || asks(getter, AccessType.PROPERTY)) {
        addProperty(getter);
      }
    }
  }

  private static boolean asks(AnnotatedElement element, AccessType access) {
    Access declared = Annotations.of(element, Access.class);
    return declared != null && declared.value() == access;
  }

  private static List<Field> fields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      if (isInstanceMember(field, field.getModifiers())
          && !Modifier.isTransient(field.getModifiers())) {
        fields.add(field);
      }
    }
    return fields;
  }

  /// The getters in the order of the fields of the same names, since a class file keeps the order
  /// of methods to itself; others after them by name.
  private static List<Method> getters(Class<?> type) {
    List<Method> getters = new ArrayList<>();
    for (Method method : type.getDeclaredMethods()) {
      if (isInstanceMember(method, method.getModifiers()) && Getters.propertyName(method) != null) {
        getters.add(method);
      }
    }
    if (getters.size() > 1) {
      List<String> order = new ArrayList<>();
      for (Field field : type.getDeclaredFields()) {
        order.add(field.getName());
      }
      getters.sort(
          Comparator.comparingInt((Method getter) -> position(order, getter))
              .thenComparing(Method::getName));
    }
    return getters;
  }

  private static int position(List<String> fieldOrder, Method getter) {
    int position = fieldOrder.indexOf(Getters.propertyName(getter));
    return position < 0 ? Integer.MAX_VALUE : position;
  }

  private static <M extends AnnotatedElement & Member> boolean isInstanceMember(
      M member, int modifiers) {
    return !Modifier.isStatic(modifiers)
        && !member.isSynthetic()
        && !Annotations.has(member, (Class<? extends Annotation>) Transient.class);
  }

  private void addField(Field field) {
    put(field.getName(), field, field.getGenericType());
  }

  private void addProperty(Method getter) {
    String name = Getters.propertyName(getter);
    if (name == null) {
      return;
    }
    if (Setters.of(getter).isEmpty()) {
      throw new MappingException(
          getter.getDeclaringClass(),
          name,
          "the property has a getter but no setter of the same type",
          "add the setter (it may be private), or annotate %s() with @Transient."
              .formatted(getter.getName()));
    }
    put(name, getter, getter.getGenericReturnType());
  }

  /// An attribute that an entity above has is that entity's, also where a subclass overrides its
  /// getter.
  private void put(String name, Member member, Type type) {
    if (inherited.contains(name)) {
      return;
    }
    members.put(
        name, new PersistentMember(name, member, bindings.erase(type), bindings.arguments(type)));
  }
}
