package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.row.Row;
import java.lang.reflect.Field;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/// The rows of new instances of one type in the order of their entries, each read from its instance
/// when it is first asked for. Many are asked for while their COPY is being written, when the
/// server works on those before them: what reading costs is not waited for. Serves one flush, in
/// which nothing changes the instances once their flight begins.
///
/// That is for types [that are read plainly][EntityDescriptor#isReadPlainly()]. The rows of all
/// others are asked for before anything is sent.
final class NewRows extends AbstractList<@Nullable Object[]> implements RandomAccess {
  private final EntityDescriptor type;
  private final List<EntityEntry> entries;
  private final InstanceState state;
  private final @Nullable Row[] rows;

  /// Whether an instance holds its version as soon as its row does, but for a null.
  private final boolean mayHoldVersion;

  /// Whether an instance was read that does not hold the version of its row.
  private boolean givesVersions;

  NewRows(EntityDescriptor type, List<EntityEntry> entries, InstanceState state) {
    this.type = type;
    this.entries = entries;
    this.state = state;
    this.rows = new @Nullable Row[entries.size()];
    BasicAttribute version = type.mapping.version();
    // Of a property nobody knows whether it is what its getter says.
    this.mayHoldVersion =
        !type.isRecord
            && version != null
            && version.javaMember() instanceof Field
            && version.column().conversion() == null;
  }

  @Override
  public int size() {
    return rows.length;
  }

  @Override
  public @Nullable Object[] get(int index) {
    return row(index).values();
  }

  /// The same as what its entry keeps of it.
  Row row(int index) {
    Row known = rows[index];
    if (known == null) {
      known = read(entries.get(index));
      rows[index] = known;
    }
    return known;
  }

  private Row read(EntityEntry entry) {
    @Nullable Object[] values = state.read(entry, new Object[type.mapping.columns().size()]);
    Column discriminator = type.mapping.inheritance().discriminator();
    if (discriminator != null) {
      values[discriminator.slot()] = type.mapping.inheritance().discriminatorValue();
    }
    Column version = type.versionColumn;
    if (version != null) {
      Object given = values[version.slot()];
      givesVersions |= given == null || !mayHoldVersion;
      values[version.slot()] = Versions.first(given, version);
    }
    return new Row(values);
  }

  /// Whether an instance may have to be given the version that its row was inserted with.
  boolean givesVersions() {
    return type.isRecord || givesVersions;
  }
}
