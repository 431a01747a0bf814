package io.tiercel.jpa.statement;

import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.sql.ProcedureDeclaration;
import jakarta.persistence.NamedStoredProcedureQuery;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Stored procedure queries by name: from `@NamedStoredProcedureQuery`, read when a name is first
/// asked for, and from `addNamedQuery`. Safe for any number of threads.
public final class NamedProcedures {
  private final UnitMapping mapping;
  private final Map<String, ProcedureDeclaration> added = new ConcurrentHashMap<>();
  private volatile @Nullable Map<String, ProcedureDeclaration> declared;

  public NamedProcedures(UnitMapping mapping) {
    this.mapping = mapping;
  }

  public void add(String name, ProcedureDeclaration declaration) {
    added.put(name, declaration);
  }

  /// The declaration of that name; IllegalArgumentException naming the nearest.
  public ProcedureDeclaration get(@Nullable String name) {
    Map<String, ProcedureDeclaration> all = new HashMap<>(declared());
    all.putAll(added);
    ProcedureDeclaration found = name == null ? null : all.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "no stored procedure query is named \"%s\"\nHint: %s"
              .formatted(
                  name,
                  all.isEmpty()
                      ? "declare it with @NamedStoredProcedureQuery on an entity."
                      : Nearest.hint(String.valueOf(name), all.keySet())));
    }
    return found;
  }

  private Map<String, ProcedureDeclaration> declared() {
    Map<String, ProcedureDeclaration> known = declared;
    if (known == null) {
      Map<String, ProcedureDeclaration> read = new HashMap<>();
      for (var annotation : mapping.annotations(NamedStoredProcedureQuery.class)) {
        read.put(annotation.name(), ProcedureDeclaration.of(annotation));
      }
      known = Map.copyOf(read);
      declared = known;
    }
    return known;
  }
}
