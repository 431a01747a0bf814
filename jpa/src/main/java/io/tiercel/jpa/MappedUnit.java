package io.tiercel.jpa;

import io.tiercel.jpa.bootstrap.UnitDefinition;
import io.tiercel.jpa.mapping.MappingOptions;
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
    return of(definition, properties.mappingOptions());
  }

  static UnitMapping of(UnitDefinition definition, MappingOptions options) {
    OrmMapping files = MappingFiles.read(definition);
    if (files == null) {
      return new UnitMapping(definition.managedClasses(), options);
    }
    Set<Class<?>> classes = new LinkedHashSet<>(definition.managedClasses());
    classes.addAll(files.managedClasses());
    return new UnitMapping(classes, options, files);
  }
}
