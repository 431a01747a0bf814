package io.tiercel.jpa;

import io.tiercel.jpa.history.Histories;
import io.tiercel.jpa.history.SystemVersioned;
import io.tiercel.jpa.mapping.History;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.schema.SchemaGenerator;
import jakarta.persistence.EntityManagerFactory;
import java.time.Instant;
import java.util.List;

/// The histories of the entities of a factory.
record UnitHistories(EntityManagerFactory factory, UnitMapping mapping) implements Histories {

  @Override
  public List<String> script() {
    return new SchemaGenerator(mapping, false).createHistories();
  }

  @Override
  public void migrate() {
    factory.runInTransaction(
        manager -> script().forEach(sql -> manager.createNativeQuery(sql).executeUpdate()));
  }

  @Override
  public long purge(Class<?> entity, Instant before) {
    History history =
        entity != null && mapping.isEntity(entity) ? History.of(mapping.entity(entity)) : null;
    if (history == null || history.table() == null) {
      throw new IllegalArgumentException(
          "%s has no table of former rows\nHint: annotate the entity with @%s(history = …)."
              .formatted(
                  entity == null ? null : entity.getName(), SystemVersioned.class.getSimpleName()));
    }
    String sql =
        "delete from %s where upper(%s) <= ?1"
            .formatted(history.table().sql(), Identifier.quote(history.period()));
    return factory.<Integer>callInTransaction(
        manager -> manager.createNativeQuery(sql).setParameter(1, before).executeUpdate());
  }
}
