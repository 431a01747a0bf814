package io.tiercel.jpa.bootstrap;

import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.spi.PersistenceUnitInfo;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Units that are described by objects: by a container (Jakarta Persistence 3.2, section 9.6) or in
/// code (section 8.2.2).
public final class DescribedUnit {
  private DescribedUnit() {}

  /// The unit that a container has read.
  public static UnitDefinition of(PersistenceUnitInfo info, ClassLoader otherwise) {
    ClassLoader loader = info.getClassLoader() == null ? otherwise : info.getClassLoader();
    String name = info.getPersistenceUnitName();
    Set<String> classNames = new LinkedHashSet<>(info.getManagedClassNames());
    URL root = info.getPersistenceUnitRootUrl();
    List<URL> roots = new ArrayList<>();
    if (root != null) {
      roots.add(root);
      roots.addAll(info.getJarFileUrls());
    }
    if (!info.excludeUnlistedClasses() && root != null) {
      classNames.addAll(ClassScan.managedClasses(root));
    }
    for (URL jar : info.getJarFileUrls()) {
      classNames.addAll(ClassScan.managedClasses(jar));
    }
    Map<String, Object> properties = new HashMap<>();
    put(properties, PropertyNames.TRANSACTION_TYPE, info.getTransactionType());
    put(properties, PropertyNames.JTA_DATA_SOURCE, info.getJtaDataSource());
    put(properties, PropertyNames.NON_JTA_DATA_SOURCE, info.getNonJtaDataSource());
    put(properties, PropertyNames.VALIDATION_MODE, info.getValidationMode());
    put(properties, PropertyNames.CACHE_MODE, info.getSharedCacheMode());
    if (info.getProperties() != null) {
      Spelling.current(info.getProperties()).forEach((key, value) -> put(properties, key, value));
    }
    return new UnitDefinition(
        name,
        UnitDefinition.load(classNames, name, loader),
        info.getMappingFileNames(),
        properties,
        RootResources.readable(roots),
        loader);
  }

  /// The unit that a program describes.
  public static UnitDefinition of(PersistenceConfiguration configuration, ClassLoader loader) {
    Map<String, Object> properties = new HashMap<>();
    put(properties, PropertyNames.TRANSACTION_TYPE, configuration.transactionType());
    put(properties, PropertyNames.JTA_DATA_SOURCE, configuration.jtaDataSource());
    put(properties, PropertyNames.NON_JTA_DATA_SOURCE, configuration.nonJtaDataSource());
    put(properties, PropertyNames.VALIDATION_MODE, configuration.validationMode());
    put(properties, PropertyNames.CACHE_MODE, configuration.sharedCacheMode());
    return new UnitDefinition(
            configuration.name(),
            configuration.managedClasses(),
            configuration.mappingFiles(),
            properties,
            List.of(),
            loader)
        .with(configuration.properties());
  }

  private static void put(Map<String, Object> properties, String name, @Nullable Object value) {
    if (value != null) {
      properties.put(name, value);
    }
  }
}
