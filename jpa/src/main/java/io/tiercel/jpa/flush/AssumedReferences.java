package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.wire.error.ServerException;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// References of one flush to instances that are not managed and whose ids the application gives:
/// they are taken for stored, because asking for their rows would cost a query each. Tells when the
/// database's foreign keys refuse one after all (Jakarta Persistence 3.2, section 3.2.4:
/// IllegalStateException at flush, the failure of the commit).
final class AssumedReferences {
  private static final String FOREIGN_KEY_VIOLATION = "23503";

  private final List<Reference> references = new ArrayList<>();

  private record Reference(
      EntityEntry owner, String attributeName, EntityDescriptor target, Object id) {}

  void add(EntityEntry owner, String attributeName, EntityDescriptor target, Object id) {
    references.add(new Reference(owner, attributeName, target, id));
  }

  /// The failure of a flush, as IllegalStateException if it is about one of these.
  RuntimeException explained(PersistenceException failure) {
    if (!references.isEmpty()
        && failure.getCause() instanceof ServerException refusal
        && refusal.sqlState().equals(FOREIGN_KEY_VIOLATION)) {
      String detail = refusal.error().detail();
      for (Reference reference : references) {
        if (detail != null && detail.contains(value(reference.id))) {
          EntityDescriptor owner = reference.owner.type;
          return new IllegalStateException(
              "%s.%s of %s refers to %s#%s, which is neither managed nor stored\nHint: persist it first, or set cascade = CascadeType.PERSIST on %s.%s."
                  .formatted(
                      owner,
                      reference.attributeName,
                      reference.owner,
                      reference.target,
                      reference.id,
                      owner,
                      reference.attributeName),
              failure);
        }
      }
    }
    return failure;
  }

  /// How `Key (c_id)=(7) is not present in table "c".` tells the value, in whatever language.
  private static String value(Object id) {
    return Arrays.stream(EntityDescriptor.parameters(id))
        .map(String::valueOf)
        .collect(Collectors.joining(", ", ")=(", ")"));
  }
}
