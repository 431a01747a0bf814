package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.DdlExtras;
import io.tiercel.jpa.mapping.ForeignKey;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.member.PersistentMember;
import jakarta.persistence.ConstraintMode;
import jakarta.persistence.JoinColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Makes the columns of one foreign key from `@JoinColumn` annotations and the defaults of sections
/// 11.1.25 and 11.1.26. The columns come in the order of the id columns that they refer to, however
/// the annotations are ordered.
///
/// @param member the association, for errors
/// @param table where the columns stand
/// @param firstSlot the slot of the first of them; -1 gives all of them -1
/// @param target the entity referred to
/// @param prefix what default names begin with; the name of the column referred to follows
/// @param annotations none for the defaults
/// @param around what annotations around them say about the constraint, null for nothing
/// @param optional whether the columns may be null
/// @param unique whether the association makes the columns unique by itself
record JoinColumns(
    PersistentMember member,
    Table table,
    int firstSlot,
    EntityHead target,
    String prefix,
    List<JoinColumn> annotations,
    jakarta.persistence.@Nullable ForeignKey around,
    boolean optional,
    boolean unique) {

  JoinColumns {
    annotations = List.copyOf(annotations);
  }

  /// The foreign key.
  ///
  /// @param uniqueColumns the names of the target's columns that are referred to instead of its id;
  ///     empty for the id
  record Read(List<Column> columns, List<String> uniqueColumns) {
    Read {
      columns = List.copyOf(columns);
      uniqueColumns = List.copyOf(uniqueColumns);
    }
  }

  /// One column before the constraint is known.
  private record Pair(String name, Column referenced, @Nullable JoinColumn annotation) {}

  /// A foreign key that must refer to the target's id.
  List<Column> toId() {
    Read read = read(name -> Optional.empty());
    return read.columns();
  }

  /// A foreign key to the id or to other columns of the target.
  ///
  /// @param others finds a column of the target's that does not belong to the id
  Read read(Function<String, Optional<Column>> others) {
    List<Column> ids = target.id().columns();
    if (annotations.isEmpty()) {
      return new Read(columns(byDefault(ids)), List.of());
    }
    if (annotations.size() == 1 && ids.size() == 1 && isSilent(annotations.getFirst())) {
      return new Read(columns(List.of(pair(annotations.getFirst(), ids.getFirst()))), List.of());
    }
    List<Pair> toId = referringToId(ids);
    if (!toId.isEmpty()) {
      return new Read(columns(toId), List.of());
    }
    List<Pair> pairs = annotations.stream().map(one -> pair(one, other(one, others))).toList();
    return new Read(columns(pairs), pairs.stream().map(pair -> pair.referenced().name()).toList());
  }

  private static boolean isSilent(JoinColumn annotation) {
    return annotation.referencedColumnName().isEmpty();
  }

  private List<Pair> byDefault(List<Column> ids) {
    return ids.stream().map(id -> new Pair(defaultName(id), id, null)).toList();
  }

  private String defaultName(Column referenced) {
    return Identifier.stored(prefix) + "_" + referenced.name();
  }

  private Pair pair(JoinColumn annotation, Column referenced) {
    String name =
        annotation.name().isEmpty()
            ? defaultName(referenced)
            : Identifier.stored(annotation.name());
    return new Pair(name, referenced, annotation);
  }

  /// The annotations in the order of the id columns they name; empty when they name others.
  private List<Pair> referringToId(List<Column> ids) {
    List<Pair> pairs = new ArrayList<>();
    for (Column id : ids) {
      annotations.stream()
          .filter(one -> names(one, id))
          .findFirst()
          .ifPresent(one -> pairs.add(pair(one, id)));
    }
    if (pairs.isEmpty() && annotations.stream().noneMatch(JoinColumns::isSilent)) {
      return List.of();
    }
    if (pairs.size() != ids.size() || annotations.size() != ids.size()) {
      throw member.refusal(
          "it has %d join columns, but the id of %s has %d columns: %s"
              .formatted(annotations.size(), target.entityName(), ids.size(), names(ids)),
          ids.size() == 1
              ? "keep one @JoinColumn."
              : "write one @JoinColumn for each of them, with name and referencedColumnName.");
    }
    return pairs;
  }

  private boolean names(JoinColumn annotation, Column id) {
    String name = Identifier.stored(annotation.referencedColumnName());
    return name.equals(id.name()) || name.equals(inTable(id));
  }

  private static String names(List<Column> columns) {
    return columns.stream().map(Column::name).collect(Collectors.joining(", "));
  }

  private Column other(JoinColumn annotation, Function<String, Optional<Column>> others) {
    String name = Identifier.stored(annotation.referencedColumnName());
    return others
        .apply(name)
        .orElseThrow(
            () ->
                member.refusal(
                    "it refers to column \"%s\" of %s, whose id is %s"
                        .formatted(
                            annotation.referencedColumnName(),
                            target.entityName(),
                            names(target.id().columns())),
                    "leave referencedColumnName out, or name the columns of the id; a @ManyToOne"
                        + " or @OneToOne may refer to the column of another basic attribute."));
  }

  private List<Column> columns(List<Pair> pairs) {
    ForeignKey foreignKey = foreignKey(pairs);
    if (new HashSet<>(foreignKey.columns()).size() < pairs.size()) {
      throw member.refusal(
          "two of its join columns have the name %s".formatted(foreignKey.columns()),
          "give each @JoinColumn a name of its own.");
    }
    List<Column> columns = new ArrayList<>();
    for (Pair pair : pairs) {
      int slot = firstSlot < 0 ? -1 : firstSlot + columns.size();
      columns.add(column(pair, slot, unique && pairs.size() == 1, foreignKey));
    }
    return columns;
  }

  private Column column(Pair pair, int slot, boolean isUnique, ForeignKey foreignKey) {
    Column referenced = pair.referenced();
    JoinColumn annotation = pair.annotation();
    return new Column(
        table,
        pair.name(),
        slot,
        referenced.columnType(),
        annotation == null || annotation.columnDefinition().isEmpty()
            ? referenced.sqlType()
            : annotation.columnDefinition(),
        referenced.conversion(),
        optional && (annotation == null || annotation.nullable()),
        isUnique || (annotation != null && annotation.unique()),
        annotation == null || annotation.insertable(),
        annotation == null || annotation.updatable(),
        foreignKey,
        annotation == null
            ? DdlExtras.NONE
            : DdlExtras.of(annotation.check(), annotation.options(), annotation.comment()));
  }

  private ForeignKey foreignKey(List<Pair> pairs) {
    jakarta.persistence.ForeignKey annotation = constraint();
    String definition = annotation == null ? "" : annotation.foreignKeyDefinition();
    return new ForeignKey(
        pairs.stream().anyMatch(pair -> !isId(pair.referenced()))
            ? pairs.getFirst().referenced().table()
            : target.table(),
        pairs.stream().map(Pair::name).toList(),
        pairs.stream().map(pair -> inTable(pair.referenced())).toList(),
        annotation == null || annotation.name().isEmpty()
            ? null
            : Identifier.stored(annotation.name()),
        target.isInOneTable()
            && (annotation == null || annotation.value() != ConstraintMode.NO_CONSTRAINT),
        definition.isEmpty() ? null : definition,
        annotation == null ? "" : annotation.options());
  }

  private boolean isId(Column referenced) {
    return target.id().columns().contains(referenced);
  }

  /// The name of a column of the id in the target's own table, which may be joined to the one that
  /// the id was declared for.
  private String inTable(Column referenced) {
    return isId(referenced) ? target.key().get(referenced.slot()).name() : referenced.name();
  }

  /// What the annotations around say, or else the first join column that says anything.
  private jakarta.persistence.@Nullable ForeignKey constraint() {
    if (around != null && says(around)) {
      return around;
    }
    return annotations.stream()
        .map(JoinColumn::foreignKey)
        .filter(JoinColumns::says)
        .findFirst()
        .orElse(null);
  }

  static boolean says(jakarta.persistence.ForeignKey annotation) {
    return annotation.value() != ConstraintMode.PROVIDER_DEFAULT
        || !annotation.name().isEmpty()
        || !annotation.foreignKeyDefinition().isEmpty()
        || !annotation.options().isEmpty();
  }
}
