package io.tiercel.jpa.metamodel;

import io.tiercel.jpa.mapping.AttributeFacts;
import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.ManagedType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The attributes of one managed type, read when they are first asked for. An inherited attribute
/// is the one of the type that declares it, unless its types depend on a type variable that this
/// type resolves. Safe for any number of threads.
final class TypeAttributes<X> {
  private final UnitMetamodel unit;
  private final ManagedType<X> owner;
  private volatile @Nullable Tables tables;

  private record Tables(AttributeTable all, AttributeTable declared) {}

  TypeAttributes(UnitMetamodel unit, ManagedType<X> owner) {
    this.unit = unit;
    this.owner = owner;
  }

  AttributeTable all() {
    return tables().all();
  }

  AttributeTable declared() {
    return tables().declared();
  }

  private Tables tables() {
    Tables known = tables;
    return known != null ? known : read();
  }

  // Under a lock, so that an attribute is one object. Only supertypes are asked meanwhile.
  private synchronized Tables read() {
    Tables known = tables;
    if (known == null) {
      List<Attribute<?, ?>> attributes = new ArrayList<>();
      for (AttributeFacts facts : unit.classes().attributes(owner.getJavaType())) {
        attributes.add(attribute(facts));
      }
      AttributeTable all = new AttributeTable(owner.getJavaType(), attributes);
      known = new Tables(all, all.declared());
      tables = known;
    }
    return known;
  }

  private Attribute<?, ?> attribute(AttributeFacts facts) {
    ManagedType<?> declaring =
        facts.declaringType() == owner.getJavaType() ? null : unit.managed(facts.declaringType());
    if (declaring == null) {
      return UnitAttribute.of(unit, owner, facts);
    }
    Attribute<?, ?> inherited = declaring.getAttribute(facts.name());
    return inherited instanceof UnitAttribute<?, ?> known && known.facts().hasTypesOf(facts)
        ? inherited
        : UnitAttribute.of(unit, declaring, facts);
  }
}
