package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntitySource;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The query for one row by its id with what its to-ones lead to, joined. Immutable.
///
/// @param joined in the order of their columns, which follow those of the row
public record RootSelect(String sql, List<Joined> joined) {
  private static final int MAX_DEPTH = 3;
  private static final int MAX_JOINS = 8;
  private static final int MAX_COLUMNS = 400;

  /// A to-one whose target is joined, and what is joined to that.
  public record Joined(
      ToOneAttribute attribute, EntityDescriptor target, int firstColumn, List<Joined> joined) {}

  /// Chooses what is joined. Only a few: each makes every row wider, and what is left out is read
  /// by the next exchange, for all of a level together.
  public static final class Choice {
    private final Descriptors descriptors;
    private final List<String> paths = new ArrayList<>(0);
    private int columns;

    public Choice(EntityDescriptor type, FetchPlan plan, Descriptors descriptors) {
      this(type, plan, descriptors, "", null);
    }

    /// @param prefix what the paths begin with
    /// @param known what is here anyhow
    public Choice(
        EntityDescriptor type,
        FetchPlan plan,
        Descriptors descriptors,
        String prefix,
        @Nullable ToOneAttribute known) {
      this.descriptors = descriptors;
      this.columns = type.width();
      choose(type, plan, prefix, known == null ? List.of() : List.of(known));
    }

    /// The paths of what is joined, each before what begins with it.
    public List<String> paths() {
      return paths;
    }

    private void choose(
        EntityDescriptor type, FetchPlan plan, String prefix, List<ToOneAttribute> above) {
      FetchPlan own = plan.of(type.mapping.javaType());
      EntityDescriptor[] targets = type.targets(descriptors);
      for (int i = 0; i < targets.length; i++) {
        ToOneAttribute attribute = type.owningToOnes.get(i);
        int width = targets[i].width();
        if (isWanted(attribute, own, above)
            && isJoinable(type, attribute, targets[i])
            && paths.size() < MAX_JOINS
            && columns + width <= MAX_COLUMNS) {
          String path = prefix + attribute.name();
          paths.add(path);
          columns += width;
          if (above.size() + 1 < MAX_DEPTH) {
            List<ToOneAttribute> here = new ArrayList<>(above);
            here.add(attribute);
            choose(targets[i], own.below(attribute.name()), path + "/", here);
          }
        }
      }
    }

    /// A chain of eager associations with instances of one type has no end that is known here.
    @SuppressWarnings("ReferenceEquality") // an attribute is one object, and long to compare
    private static boolean isWanted(
        ToOneAttribute attribute, FetchPlan own, List<ToOneAttribute> above) {
      return own.named().containsKey(attribute.name())
          || (!attribute.lazy()
              && own.keepsEager(attribute.name())
              && above.stream().noneMatch(one -> one == attribute));
    }

    private static boolean isJoinable(
        EntityDescriptor type, ToOneAttribute attribute, EntityDescriptor target) {
      return attribute.refersToId() && !type.mayBeMissing(attribute) && !target.source.isUnion();
    }
  }

  /// @param paths of what is joined, each before what begins with it
  static RootSelect of(EntityDescriptor type, List<String> paths, Descriptors descriptors) {
    List<String> columns = new ArrayList<>(type.columns(type.source));
    Joins joins = new Joins(descriptors, paths, columns);
    List<Joined> joined = joins.join(type, type.source, "");
    String sql =
        "select %s from %s%s where %s%s"
            .formatted(
                String.join(", ", columns),
                type.source.declaration(),
                joins.sql(),
                type.where(),
                type.idEquals(1));
    return new RootSelect(sql, joined);
  }

  /// Spells the joins of a query. Serves one.
  public static final class Joins {
    private final Descriptors descriptors;
    private final List<String> paths;
    private final List<String> columns;
    private final StringBuilder joins = new StringBuilder();
    private int aliases;

    /// @param columns of the query so far; those of what is joined are added
    public Joins(Descriptors descriptors, List<String> paths, List<String> columns) {
      this.descriptors = descriptors;
      this.paths = paths;
      this.columns = columns;
    }

    /// What follows the tables of the query.
    public String sql() {
      return joins.toString();
    }

    /// Joins what the paths say.
    ///
    /// @param prefix the path to the owner
    public List<Joined> join(EntityDescriptor owner, EntitySource source, String prefix) {
      List<Joined> joined = new ArrayList<>();
      EntityDescriptor[] targets = owner.targets(descriptors);
      for (int i = 0; i < targets.length; i++) {
        ToOneAttribute attribute = owner.owningToOnes.get(i);
        String path = prefix + attribute.name();
        if (paths.contains(path)) {
          EntitySource target = new EntitySource(targets[i].mapping, "j" + ++aliases);
          int firstColumn = columns.size();
          columns.addAll(targets[i].columns(target));
          joins.append(" left join ").append(target.declaration()).append(" on ");
          joins.append(condition(attribute, source, target));
          joined.add(
              new Joined(attribute, targets[i], firstColumn, join(targets[i], target, path + "/")));
        }
      }
      return List.copyOf(joined);
    }

    private static String condition(
        ToOneAttribute attribute, EntitySource owner, EntitySource target) {
      List<Column> referenced = attribute.referencedColumns();
      String equal =
          IntStream.range(0, referenced.size())
              .mapToObj(
                  i ->
                      "%s = %s"
                          .formatted(
                              target.column(referenced.get(i)),
                              owner.column(attribute.joinColumns().get(i))))
              .collect(Collectors.joining(" and "));
      String restriction = target.restriction();
      return restriction == null ? equal : equal + " and " + restriction;
    }
  }
}
