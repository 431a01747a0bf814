package io.tiercel.jpa.load;

import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.descriptor.KeyedSelect;
import io.tiercel.jpa.descriptor.PlacedElement;
import io.tiercel.jpa.descriptor.Places;
import io.tiercel.jpa.descriptor.RootSelect;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.Keys;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowDescription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads a to-many association for many owners.
final class CollectionReader implements OwnedReader {
  private final Loader loader;
  private final EntityDescriptor owner;
  private final ToManyAttribute attribute;
  private final EntityDescriptor target;
  private final @Nullable Places places;
  private final CollectionSql sql;
  private final EntityReader elements;
  private final CollectionContent content;
  private final FetchPlan plan;
  private final int keyColumn;

  /// The to-one of the elements by which they refer to their owner, null when they do not.
  private final @Nullable ToOneAttribute referring;

  /// Of a key of one column, planned for the latest result.
  private @Nullable RepeatedKeys ownerKeys;

  private @Nullable RowDescription plannedFor;

  private final Map<Object, List<Object>> byOwner = new HashMap<>();

  /// Null when what is read is not stored in the shared cache.
  private @Nullable CollectionFill fill;

  private final Map<Object, Read> stored = new HashMap<>(0);

  /// @param owner a type that has the association
  /// @param plan what is to be read with the elements
  /// @param next takes what the elements call for
  /// @param joins whether what the elements' to-ones lead to comes with them, if it is wanted, and
  ///     not by the next exchange: worth it for one owner, whose elements seldom share a target
  CollectionReader(
      Loader loader,
      EntityDescriptor owner,
      ToManyAttribute attribute,
      FetchPlan plan,
      PendingLoads next,
      boolean joins) {
    this.loader = loader;
    this.attribute = attribute;
    this.target = loader.descriptors().of(attribute.target().type());
    this.owner = owner;
    this.places = owner.places(attribute);
    this.plan = plan;
    this.keyColumn = target.width();
    String mappedBy = attribute.mappedBy();
    this.referring =
        mappedBy == null || attribute.joinTable() != null ? null : target.toOne(mappedBy);
    List<String> paths = joins ? paths() : List.of();
    this.sql = loader.statement(owner, attribute, places, target, paths);
    this.elements = loader.reader(target, plan, 0, sql.joined(), next, false);
    this.content = new CollectionContent(loader, attribute, target, places, plan, next);
  }

  private List<String> paths() {
    String prefix = attribute.name() + "/";
    return new RootSelect.Choice(target, plan, loader.descriptors(), prefix, referring).paths();
  }

  @Override
  public KeyedSelect select() {
    return sql.select();
  }

  @Override
  public boolean refersToId() {
    return referring == null || referring.refersToId();
  }

  @Override
  public @Nullable Object key(EntityEntry owner) {
    Object key = referring == null ? owner.id : owner.referenced(referring);
    return key == null ? null : Keys.normal(key);
  }

  @Override
  public void begin(Collection<Object> owners) {
    fill = CollectionFill.begin(loader, owner, attribute, owners);
  }

  @Override
  public void accept(DataRow row) {
    EntityEntry element = Objects.requireNonNull(elements.read(row));
    Object read =
        places == null
            ? element.instance
            : places.read(element.instance, row, keyColumn + sql.ownerColumns().size());
    if (read == null || (element.state == State.REMOVED && fill == null)) {
      return;
    }
    Object of = Objects.requireNonNull(ownerKey(row));
    if (fill != null) {
      stored.computeIfAbsent(of, any -> new Read()).add(element.id, read);
    }
    if (element.state == State.REMOVED) {
      return;
    }
    List<Object> known = byOwner.get(of);
    if (known == null) {
      known = new ArrayList<>();
      byOwner.put(of, known);
    }
    known.add(read);
  }

  private @Nullable Object ownerKey(DataRow row) {
    List<Column> columns = sql.ownerColumns();
    if (columns.size() > 1 || !RepeatedKeys.mayRepeat(columns.getFirst())) {
      return Keys.read(row, keyColumn, columns);
    }
    RepeatedKeys known = ownerKeys;
    if (known == null || row.description() != plannedFor) {
      known = RepeatedKeys.of(row, keyColumn, columns.getFirst());
      ownerKeys = known;
      plannedFor = row.description();
    }
    return row.get(keyColumn, known);
  }

  @Override
  public void distribute(Set<EntityEntry> owners, @Nullable LazyCollection touched) {
    content.loadKeys(byOwner.values());
    for (EntityEntry one : owners) {
      Object key = key(one);
      // The first owner is the touched one's.
      content.give(one, key == null ? List.of() : byOwner.getOrDefault(key, List.of()), touched);
      CollectionFill from = fill;
      if (from != null && key != null) {
        Read read = stored.getOrDefault(key, Read.NOTHING);
        from.offer(key, new CachedElements(read.ids, read.places), read.ids.size(), read.ids);
      }
    }
  }

  /// What the database has of one owner, those included that the context has removed.
  private static final class Read {
    static final Read NOTHING = new Read();

    final List<Object> ids = new ArrayList<>();
    final List<@Nullable Object[]> places = new ArrayList<>(0);

    void add(Object id, Object read) {
      ids.add(id);
      if (read instanceof PlacedElement placed) {
        places.add(placed.place());
      }
    }
  }
}
