package io.tiercel.jpa.orm;

import io.tiercel.jpa.mapping.source.AnnotationSource;
import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import jakarta.persistence.AssociationOverride;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Convert;
import jakarta.persistence.Converter;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.NamedEntityGraph;
import jakarta.persistence.NamedNativeQuery;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.NamedStoredProcedureQuery;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.SqlResultSetMapping;
import jakarta.persistence.TableGenerator;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An entity, mapped superclass, embeddable or converter in a mapping file (sections 12.2.3 to
/// 12.2.5). What it says replaces annotations of the same kind; named things are added to those of
/// annotations and replace those of their name.
final class OrmClass {
  private static final Set<Class<?>> KINDS =
      Set.of(Entity.class, MappedSuperclass.class, Embeddable.class, Converter.class);

  /// What is added rather than replaced, by the member that names it.
  private static final Map<Class<?>, Function<Annotation, String>> NAMED =
      Map.of(
          AttributeOverride.class, each -> ((AttributeOverride) each).name(),
          AssociationOverride.class, each -> ((AssociationOverride) each).name(),
          Convert.class, each -> ((Convert) each).attributeName(),
          NamedQuery.class, each -> ((NamedQuery) each).name(),
          NamedNativeQuery.class, each -> ((NamedNativeQuery) each).name(),
          NamedStoredProcedureQuery.class, each -> ((NamedStoredProcedureQuery) each).name(),
          NamedEntityGraph.class, each -> ((NamedEntityGraph) each).name(),
          SqlResultSetMapping.class, each -> ((SqlResultSetMapping) each).name(),
          SequenceGenerator.class, each -> ((SequenceGenerator) each).name(),
          TableGenerator.class, each -> ((TableGenerator) each).name());

  private final Class<?> type;
  private final boolean complete;
  private final AccessType access;
  private final List<Annotation> written;
  private final CallbackNames callbacks;
  private final Map<String, OrmAttribute> attributes;

  /// @param complete whether annotations of the class and its members do not count
  OrmClass(
      Class<?> type,
      boolean complete,
      AccessType access,
      List<Annotation> written,
      CallbackNames callbacks,
      List<OrmAttribute> attributes) {
    this.type = type;
    this.complete = complete;
    this.access = access;
    this.written = List.copyOf(written);
    this.callbacks = callbacks;
    this.attributes =
        attributes.stream()
            .collect(Collectors.toUnmodifiableMap(OrmAttribute::name, Function.identity()));
  }

  Class<?> type() {
    return type;
  }

  boolean isComplete() {
    return complete;
  }

  AccessType access() {
    return access;
  }

  CallbackNames callbacks() {
    return callbacks;
  }

  @Nullable OrmAttribute attribute(String name) {
    return attributes.get(name);
  }

  <A extends Annotation> A[] annotations(Class<A> wanted) {
    if (wanted == Access.class) {
      A[] one = java.util.Arrays.copyOf(AnnotationSource.noneOf(wanted), 1);
      one[0] = AnnotationProxy.of(wanted, Map.of("value", access));
      return one;
    }
    A[] ofFile = Instances.of(wanted, written);
    boolean counts = !KINDS.contains(wanted) && (!complete || !OrmMapping.isPersistence(wanted));
    if (!counts) {
      return ofFile;
    }
    A[] ofClass = type.getAnnotationsByType(wanted);
    Function<Annotation, String> name = NAMED.get(wanted);
    if (ofFile.length == 0 || name == null) {
      return ofFile.length == 0 ? ofClass : ofFile;
    }
    Set<String> replaced = Stream.of(ofFile).map(name).collect(Collectors.toSet());
    List<Annotation> all = new ArrayList<>(List.of(ofFile));
    Stream.of(ofClass).filter(each -> !replaced.contains(name.apply(each))).forEach(all::add);
    return Instances.of(wanted, all);
  }
}
