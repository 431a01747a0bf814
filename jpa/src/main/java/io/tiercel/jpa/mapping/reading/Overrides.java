package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.PersistentMembers;
import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.AssociationOverride;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Convert;
import jakarta.persistence.ForeignKey;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinColumns;
import jakarta.persistence.JoinTable;
import java.lang.reflect.AnnotatedElement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the user of a mapped superclass or embeddable says otherwise about its attributes
/// (sections 11.1.4, 11.1.2 and 11.1.10). Keys are attribute names, dotted inside embeddables.
/// Immutable.
record Overrides(
    Map<String, jakarta.persistence.Column> columns,
    Map<String, AssociationOverride> associations,
    Map<String, Convert> conversions) {

  static final Overrides NONE = new Overrides(Map.of(), Map.of(), Map.of());

  Overrides {
    columns = Map.copyOf(columns);
    associations = Map.copyOf(associations);
    conversions = Map.copyOf(conversions);
  }

  /// What the annotations of an embedded attribute or of a class say.
  static Overrides of(AnnotatedElement element) {
    Map<String, jakarta.persistence.Column> columns = new LinkedHashMap<>();
    Map<String, AssociationOverride> associations = new LinkedHashMap<>();
    Map<String, Convert> conversions = new LinkedHashMap<>();
    for (var override : Annotations.all(element, AttributeOverride.class)) {
      columns.put(override.name(), override.column());
    }
    for (var override : Annotations.all(element, AssociationOverride.class)) {
      associations.put(override.name(), override);
    }
    for (var convert : Annotations.all(element, Convert.class)) {
      if (!convert.attributeName().isEmpty()) {
        conversions.put(convert.attributeName(), convert);
      }
    }
    return new Overrides(columns, associations, conversions);
  }

  /// All of an entity class's hierarchy; the subclass has the last word.
  static Overrides ofEntity(Class<?> entity) {
    Overrides all = NONE;
    for (Class<?> type : PersistentMembers.hierarchy(entity)) {
      all = all.over(of(type));
    }
    return all;
  }

  /// Both together; the later ones win.
  private Overrides over(Overrides later) {
    return new Overrides(
        merged(columns, later.columns),
        merged(associations, later.associations),
        merged(conversions, later.conversions));
  }

  private static <V> Map<String, V> merged(Map<String, V> earlier, Map<String, V> later) {
    Map<String, V> all = new HashMap<>(earlier);
    all.putAll(later);
    return all;
  }

  /// What holds inside an embedded attribute: its own annotations, and over them whatever its owner
  /// says about it.
  Overrides inside(PersistentMember embedded) {
    String prefix = embedded.name() + ".";
    return of(embedded.annotations()).over(under(prefix));
  }

  /// What the annotations of a collection say about its embeddable elements.
  ///
  /// Names of a map's begin with `key.` or `value.`; one that begins with neither is the value's.
  ///
  /// @param part `key` or `value` of a map; null for the elements of other collections
  Overrides ofPart(PersistentMember collection, @Nullable String part) {
    Overrides all =
        of((AnnotatedElement) collection.javaMember()).over(under(collection.name() + "."));
    if (part == null) {
      return all;
    }
    // A name without a part of the map means the value.
    return part.equals("value") ? all.over(all.under("value.")) : all.under(part + ".");
  }

  /// What those around a collection say about the column of its basic elements or keys, null for
  /// nothing.
  ///
  /// @param part `key` or `value` of a map, whose values may go by the name of the map alone; null
  ///     for the elements of other collections
  jakarta.persistence.@Nullable Column ofBasicPart(
      PersistentMember collection, @Nullable String part) {
    String name = collection.name();
    jakarta.persistence.Column named = part == null ? null : columns.get(name + "." + part);
    return named != null || "key".equals(part) ? named : columns.get(name);
  }

  private Overrides under(String prefix) {
    return new Overrides(
        below(prefix, columns), below(prefix, associations), below(prefix, conversions));
  }

  private static <V> Map<String, V> below(String prefix, Map<String, V> all) {
    Map<String, V> below = new HashMap<>();
    all.forEach(
        (path, value) -> {
          if (path.startsWith(prefix)) {
            below.put(path.substring(prefix.length()), value);
          }
        });
    return below;
  }

  /// The column annotation that counts for the attribute.
  jakarta.persistence.@Nullable Column column(PersistentMember member) {
    jakarta.persistence.Column override = columns.get(member.name());
    return override != null ? override : member.annotation(jakarta.persistence.Column.class);
  }

  /// The join columns of an association.
  ///
  /// @param columns none for the defaults
  /// @param constraint what is said about the constraint beside them, null for nothing
  record Joins(List<JoinColumn> columns, @Nullable ForeignKey constraint) {
    Joins {
      columns = List.copyOf(columns);
    }
  }

  /// The join columns that count for the attribute.
  Joins joinColumns(PersistentMember member) {
    AssociationOverride override = associations.get(member.name());
    if (override != null && override.joinColumns().length > 0) {
      return new Joins(List.of(override.joinColumns()), override.foreignKey());
    }
    JoinColumns around = member.annotation(JoinColumns.class);
    return new Joins(
        List.of(member.annotations(JoinColumn.class)), around == null ? null : around.foreignKey());
  }

  /// The join table that counts for the attribute, null when nothing is said about it, or an
  /// override gives it join columns instead.
  @Nullable JoinTable joinTable(PersistentMember member) {
    AssociationOverride override = associations.get(member.name());
    if (override != null && says(override.joinTable())) {
      return override.joinTable();
    }
    boolean hasJoinColumns = override != null && override.joinColumns().length > 0;
    return hasJoinColumns ? null : member.annotation(JoinTable.class);
  }

  private static boolean says(JoinTable annotation) {
    return !annotation.name().isEmpty()
        || annotation.joinColumns().length > 0
        || annotation.inverseJoinColumns().length > 0;
  }

  /// The `@Convert` that counts for the attribute.
  @Nullable Convert convert(PersistentMember member) {
    Convert override = conversions.get(member.name());
    return override != null ? override : member.annotation(Convert.class);
  }
}
