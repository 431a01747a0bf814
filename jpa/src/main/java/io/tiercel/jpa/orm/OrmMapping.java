package io.tiercel.jpa.orm;

import io.tiercel.jpa.mapping.member.Getters;
import io.tiercel.jpa.mapping.source.AnnotationSource;
import jakarta.persistence.AccessType;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the mapping files of a unit say, before the annotations in class files. Filled while the
/// files are read, then immutable.
public final class OrmMapping implements AnnotationSource {
  private final Map<Class<?>, OrmClass> classes = new LinkedHashMap<>();
  private final Map<Class<?>, CallbackNames> listeners = new HashMap<>();
  private final List<Annotation> ofUnit = new ArrayList<>();
  private final UnitDefaults defaults;

  OrmMapping(UnitDefaults defaults) {
    this.defaults = defaults;
  }

  UnitDefaults defaults() {
    return defaults;
  }

  /// The entities, mapped superclasses, embeddables and converters that the files name.
  public Set<Class<?>> managedClasses() {
    return Set.copyOf(classes.keySet());
  }

  void add(OrmClass type) {
    classes.put(type.type(), type);
  }

  @Nullable OrmClass of(Class<?> type) {
    return classes.get(type);
  }

  void addToUnit(Annotation annotation) {
    ofUnit.add(annotation);
  }

  void addListener(Class<?> listener, CallbackNames names) {
    listeners.put(listener, names);
  }

  // ---- the source ----

  @Override
  public @Nullable Method namedCallback(Class<?> listener, Class<? extends Annotation> event) {
    CallbackNames names = listeners.get(listener);
    return names == null ? null : names.method(event, listener);
  }

  @Override
  public <A extends Annotation> A[] annotations(AnnotatedElement element, Class<A> type) {
    return switch (element) {
      case Class<?> named -> ofClass(named, type);
      case Field field -> ofMember(field.getDeclaringClass(), field, field.getName(), type);
      case Method method -> ofMethod(method, type);
      default -> element.getAnnotationsByType(type);
    };
  }

  private <A extends Annotation> A[] ofClass(Class<?> named, Class<A> type) {
    OrmClass mapped = classes.get(named);
    if (mapped == null) {
      boolean counts = !defaults.metadataComplete() || !isPersistence(type);
      return counts ? named.getAnnotationsByType(type) : AnnotationSource.noneOf(type);
    }
    return mapped.annotations(type);
  }

  private <A extends Annotation> A[] ofMethod(Method method, Class<A> type) {
    Class<?> declaring = method.getDeclaringClass();
    if (CallbackNames.isCallback(type)) {
      OrmClass mapped = classes.get(declaring);
      CallbackNames names = mapped == null ? listeners.get(declaring) : mapped.callbacks();
      if (names != null) {
        boolean complete = mapped != null && mapped.isComplete();
        return names.annotations(method, type, complete);
      }
    }
    String property = Getters.propertyName(method);
    return property == null
        ? method.getAnnotationsByType(type)
        : ofMember(declaring, method, property, type);
  }

  private <A extends Annotation> A[] ofMember(
      Class<?> declaring, AnnotatedElement member, String name, Class<A> type) {
    OrmClass mapped = classes.get(declaring);
    OrmAttribute attribute = mapped == null ? null : mapped.attribute(name);
    if (mapped != null && attribute != null) {
      AccessType access = member instanceof Field ? AccessType.FIELD : AccessType.PROPERTY;
      return attribute.access(mapped.access()) == access
          ? attribute.annotations(type)
          : AnnotationSource.noneOf(type);
    }
    boolean complete = mapped == null ? defaults.metadataComplete() : mapped.isComplete();
    return complete && isPersistence(type)
        ? AnnotationSource.noneOf(type)
        : member.getAnnotationsByType(type);
  }

  static boolean isPersistence(Class<? extends Annotation> type) {
    return type.getPackageName().equals("jakarta.persistence");
  }

  @Override
  public Annotation[] all(AnnotatedElement element) {
    Class<?> declaring =
        switch (element) {
          case Field field -> field.getDeclaringClass();
          case Method method -> method.getDeclaringClass();
          default -> null;
        };
    OrmClass mapped = declaring == null ? null : classes.get(declaring);
    if (mapped == null) {
      return defaults.metadataComplete() ? new Annotation[0] : element.getAnnotations();
    }
    String name =
        element instanceof Field field ? field.getName() : Getters.propertyName((Method) element);
    OrmAttribute attribute = name == null ? null : mapped.attribute(name);
    if (attribute != null) {
      AccessType access = element instanceof Field ? AccessType.FIELD : AccessType.PROPERTY;
      return attribute.access(mapped.access()) == access ? attribute.all() : new Annotation[0];
    }
    return mapped.isComplete() ? new Annotation[0] : element.getAnnotations();
  }

  @Override
  public <A extends Annotation> A[] ofUnit(Class<A> type) {
    return Instances.of(type, ofUnit);
  }

  @Override
  public List<Class<?>> defaultListeners() {
    return defaults.listeners();
  }

  @Override
  public @Nullable String defaultSchema() {
    return defaults.schema();
  }

  @Override
  public boolean cascadesPersist() {
    return defaults.cascadePersist();
  }

  @Override
  public boolean delimitsIdentifiers() {
    return defaults.delimitedIdentifiers();
  }
}
