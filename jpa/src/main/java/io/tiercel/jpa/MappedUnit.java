package io.tiercel.jpa;

import io.tiercel.jpa.bootstrap.UnitDefinition;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.orm.MappingFiles;
import io.tiercel.jpa.orm.OrmMapping;
import java.util.LinkedHashSet;
import java.util.Set;

/// The mapping of a unit as its declaration asks: its classes, those of its mapping files, and what
/// annotations and files say about them.
final class MappedUnit {
  private MappedUnit() {}

  static UnitMapping of(UnitDefinition definition, UnitProperties properties) {
    OrmMapping files = MappingFiles.read(definition);
    if (files == null) {
      return new UnitMapping(definition.managedClasses(), properties.mappingOptions());
    }
    Set<Class<?>> classes = new LinkedHashSet<>(definition.managedClasses());
    classes.addAll(files.managedClasses());
    return new UnitMapping(classes, properties.mappingOptions(), files);
  }
}
