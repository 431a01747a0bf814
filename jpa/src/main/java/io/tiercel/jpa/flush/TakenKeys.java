package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.wire.error.ServerException;
import jakarta.persistence.EntityExistsException;
import jakarta.persistence.PersistenceException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Tells when the database refused new rows because one of their ids is taken (Jakarta Persistence
/// 3.2, section 3.2.3: EntityExistsException at flush or commit).
final class TakenKeys {
  private static final String UNIQUE_VIOLATION = "23505";

  private final Map<EntityDescriptor, List<EntityEntry>> news;

  TakenKeys(Map<EntityDescriptor, List<EntityEntry>> news) {
    this.news = news;
  }

  /// The failure of a flush, as EntityExistsException if it is about an id.
  PersistenceException explained(PersistenceException failure) {
    if (failure.getCause() instanceof ServerException refusal
        && refusal.sqlState().equals(UNIQUE_VIOLATION)) {
      String detail = refusal.error().detail();
      for (Map.Entry<EntityDescriptor, List<EntityEntry>> ofType : news.entrySet()) {
        EntityDescriptor type = ofType.getKey();
        if (detail != null
            && isOf(type.mapping.tables().getFirst().table(), refusal)
            && detail.contains(start(type))) {
          EntityEntry entry = named(detail, type, ofType.getValue());
          return new EntityExistsException(
              "%s exists in the database already: %s\nHint: find it and change that, or use merge."
                  .formatted(entry == null ? "a new " + type : entry, failure.getMessage()),
              refusal);
        }
      }
    }
    return failure;
  }

  private static boolean isOf(Table table, ServerException refusal) {
    return Objects.equals(table.name(), refusal.error().table())
        && (table.schema() == null || table.schema().equals(refusal.error().schema()));
  }

  /// The one whose id the detail names, `Key (id)=(7) already exists.`, in whatever language.
  private static @Nullable EntityEntry named(
      String detail, EntityDescriptor type, List<EntityEntry> entries) {
    String start = start(type);
    String rest = detail.substring(detail.indexOf(start) + start.length());
    for (EntityEntry entry : entries) {
      if (rest.startsWith(joined(EntityDescriptor.parameters(entry.id)) + ")")) {
        return entry;
      }
    }
    return null;
  }

  private static String start(EntityDescriptor type) {
    return "(%s)=(".formatted(joined(type.key.columns().stream().map(Column::sql).toArray()));
  }

  private static String joined(Object[] parts) {
    return Arrays.stream(parts).map(String::valueOf).collect(Collectors.joining(", "));
  }
}
