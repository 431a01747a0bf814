package io.tiercel.jpa.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The mappings of an entity's super- and subtypes, read when somebody asks. Safe for any number of
/// threads.
public final class EntityFamily {
  private final Inheritance inheritance;
  private final Function<Class<?>, EntityMapping> resolver;
  private volatile @Nullable List<EntityMapping> withSubtypes;

  public EntityFamily(Inheritance inheritance, Function<Class<?>, EntityMapping> resolver) {
    this.inheritance = inheritance;
    this.resolver = resolver;
  }

  Inheritance inheritance() {
    return inheritance;
  }

  EntityMapping root() {
    return resolver.apply(inheritance.root());
  }

  @Nullable EntityMapping supertype() {
    Class<?> supertype = inheritance.supertype();
    return supertype == null ? null : resolver.apply(supertype);
  }

  List<EntityMapping> subtypes() {
    return inheritance.subtypes().stream().map(resolver).toList();
  }

  /// The mapping itself, then its subtypes, each before its own.
  List<EntityMapping> withSubtypes(EntityMapping self) {
    List<EntityMapping> known = withSubtypes;
    if (known == null) {
      List<EntityMapping> all = new ArrayList<>();
      all.add(self);
      subtypes().forEach(subtype -> all.addAll(subtype.withSubtypes()));
      known = List.copyOf(all);
      withSubtypes = known;
    }
    return known;
  }
}
