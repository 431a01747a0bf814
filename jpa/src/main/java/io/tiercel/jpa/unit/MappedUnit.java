package io.tiercel.jpa.unit;

import io.tiercel.jpa.bean.BeanSources;
import io.tiercel.jpa.bean.UnitBeans;
import io.tiercel.jpa.bootstrap.UnitDefinition;
import io.tiercel.jpa.mapping.MappingOptions;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.mapping.source.AnnotationSource;
import io.tiercel.jpa.orm.MappingFiles;
import io.tiercel.jpa.orm.OrmMapping;
import io.tiercel.jpa.settings.UnitProperties;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// The mapping of a unit as its declaration asks: its classes, those of its mapping files, and what
/// annotations and files say about them.
public final class MappedUnit {
  private MappedUnit() {}

  public static UnitMapping of(UnitDefinition definition, UnitProperties properties) {
    Map<String, Object> values = properties.values();
    return of(
        definition,
        properties.mappingOptions(),
        BeanSources.find(
            definition.name(),
            values.get(BeanSources.BEANS),
            values.get(BeanSources.BEAN_MANAGER)));
  }

  public static UnitMapping of(UnitDefinition definition, MappingOptions options, UnitBeans beans) {
    OrmMapping files = MappingFiles.read(definition);
    Set<Class<?>> classes = new LinkedHashSet<>(definition.managedClasses());
    if (files != null) {
      classes.addAll(files.managedClasses());
    }
    return new UnitMapping(
        classes, options, files == null ? AnnotationSource.CLASSES : files, beans);
  }
}
