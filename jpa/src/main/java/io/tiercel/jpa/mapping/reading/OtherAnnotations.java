package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.member.PersistentMember;
import jakarta.persistence.MappedSuperclass;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tells of annotations of other providers, once for each place: what they ask for is not done. Of
/// those that only say how something is to be made fast nothing is told.
final class OtherAnnotations {
  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");
  private static final Set<String> PACKAGES =
      Set.of("org.hibernate.annotations", "org.eclipse.persistence.annotations");

  /// What loading, caching or writing in another way would not change.
  private static final Set<String> FOR_SPEED =
      Set.of(
          "BatchFetch",
          "BatchSize",
          "Cache",
          "CacheIndex",
          "CacheIndexes",
          "ConcreteProxy",
          "DynamicInsert",
          "DynamicUpdate",
          "Fetch",
          "FetchGroup",
          "FetchProfile",
          "FetchProfileOverride",
          "FetchProfiles",
          "JoinFetch",
          "LazyCollection",
          "LazyGroup",
          "LazyToOne",
          "NaturalId",
          "NaturalIdCache",
          "Noncacheable",
          "Polymorphism",
          "Proxy",
          "SelectBeforeUpdate");

  private static final String CONDITION =
      "put the condition into the queries, or map a view that has it.";
  private static final String CALLBACK = "set it in a @PrePersist or @PreUpdate method.";
  private static final String CONVERTER =
      "write an AttributeConverter, or name the column's type by @Column(columnDefinition = …).";
  private static final String GENERATOR = "use a GenerationType, such as SEQUENCE or UUID.";
  private static final String OTHERWISE =
      "docs/moving-from-hibernate.md and docs/moving-from-eclipselink.md say what to do instead.";

  private static final Map<String, String> MENDS =
      Map.ofEntries(
          Map.entry("AdditionalCriteria", CONDITION),
          Map.entry("Filter", CONDITION),
          Map.entry("FilterJoinTable", CONDITION),
          Map.entry("Filters", CONDITION),
          Map.entry("SQLJoinTableRestriction", CONDITION),
          Map.entry("SQLRestriction", CONDITION),
          Map.entry("SoftDelete", CONDITION),
          Map.entry("Where", CONDITION),
          Map.entry("CreationTimestamp", CALLBACK),
          Map.entry("CurrentTimestamp", CALLBACK),
          Map.entry("UpdateTimestamp", CALLBACK),
          Map.entry("Convert", CONVERTER),
          Map.entry("JavaType", CONVERTER),
          Map.entry("JdbcType", CONVERTER),
          Map.entry("JdbcTypeCode", CONVERTER),
          Map.entry("Type", CONVERTER),
          Map.entry("GenericGenerator", GENERATOR),
          Map.entry("UuidGenerator", GENERATOR),
          Map.entry("Formula", "map a generated column, or a view that has it."),
          Map.entry("PrivateOwned", "say orphanRemoval = true."),
          Map.entry("TenantId", "use row-level security of PostgreSQL."),
          Map.entry("Multitenant", "use row-level security of PostgreSQL."));

  private final Set<String> told = new HashSet<>();

  /// Tells of those at an entity, its mapped superclasses and its attributes.
  void tell(Class<?> entity, List<PersistentMember> attributes) {
    tell(entity.getSimpleName(), entity);
    for (Class<?> up = entity.getSuperclass();
        up != null && up.isAnnotationPresent(MappedSuperclass.class);
        up = up.getSuperclass()) {
      tell(up.getSimpleName(), up);
    }
    for (PersistentMember attribute : attributes) {
      String holder = attribute.javaMember().getDeclaringClass().getSimpleName();
      tell(holder + "." + attribute.name(), (AnnotatedElement) attribute.javaMember());
    }
  }

  private void tell(String place, AnnotatedElement element) {
    for (Annotation annotation : element.getDeclaredAnnotations()) {
      Class<?> type = annotation.annotationType();
      if (PACKAGES.contains(type.getPackageName())
          && !FOR_SPEED.contains(type.getSimpleName())
          && told.add(place + "@" + type.getName())) {
        LOG.log(System.Logger.Level.WARNING, () -> message(place, type));
      }
    }
  }

  private static String message(String place, Class<?> annotation) {
    @Nullable String mend = MENDS.get(annotation.getSimpleName());
    return "%s: @%s is another provider's and does nothing here\nHint: %s"
        .formatted(place, annotation.getName(), mend == null ? OTHERWISE : mend);
  }
}
