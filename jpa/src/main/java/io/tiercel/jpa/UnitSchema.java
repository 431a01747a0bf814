package io.tiercel.jpa;

import jakarta.persistence.SchemaManager;

/// The unit's schema as `EntityManagerFactory.getSchemaManager` offers it.
final class UnitSchema implements SchemaManager {
  private final SchemaActions actions;

  UnitSchema(SchemaActions actions) {
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

  @Override
  public void validate() {
    throw Unsupported.feature("schema validation", "compare with the statements of create");
  }

  @Override
  public void truncate() {
    actions.truncate();
  }
}
