package io.tiercel.jpa.schema.action;

import io.tiercel.jpa.schema.SchemaDifference;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.SchemaManager;
import jakarta.persistence.SchemaValidationException;
import java.util.List;

/// The unit's schema as `EntityManagerFactory.getSchemaManager` offers it.
public final class UnitSchema implements SchemaManager {
  private final SchemaActions actions;

  public UnitSchema(SchemaActions actions) {
    this.actions = actions;
  }

  @Override
  public void create(boolean createSchemas) {
    actions.create(createSchemas);
  }

  @Override
  public void drop(boolean dropSchemas) {
    actions.drop(dropSchemas);
  }

  /// Throws SchemaValidationException with all differences; each is one of its failures. Where all
  /// can be tolerated, the log tells of them.
  @Override
  public void validate() throws SchemaValidationException {
    List<SchemaDifference> differences = actions.refused();
    if (!differences.isEmpty()) {
      throw new SchemaValidationException(
          actions.differing(differences),
          differences.stream()
              .map(difference -> new PersistenceException(difference.toString()))
              .toArray(Exception[]::new));
    }
  }

  @Override
  public void truncate() {
    actions.truncate();
  }
}
