package io.tiercel.jpa;

import jakarta.persistence.SharedCacheMode;
import jakarta.persistence.ValidationMode;
import jakarta.persistence.spi.ClassTransformer;
import jakarta.persistence.spi.PersistenceUnitInfo;
import jakarta.persistence.spi.PersistenceUnitTransactionType;
import java.net.URL;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.NullUnmarked;

/// A unit as a container such as Spring describes it.
@NullUnmarked // a container leaves out what a unit does not have
final class DescribedByContainer implements PersistenceUnitInfo {
  private final DataSource dataSource;
  private final List<String> classNames;
  private final String provider;

  DescribedByContainer(DataSource dataSource, List<String> classNames) {
    this(dataSource, classNames, TiercelPersistenceProvider.class.getName());
  }

  DescribedByContainer(DataSource dataSource, List<String> classNames, String provider) {
    this.dataSource = dataSource;
    this.classNames = classNames;
    this.provider = provider;
  }

  @Override
  public String getPersistenceUnitName() {
    return "contained";
  }

  @Override
  public String getPersistenceProviderClassName() {
    return provider;
  }

  @Override
  public String getScopeAnnotationName() {
    return null;
  }

  @Override
  public List<String> getQualifierAnnotationNames() {
    return List.of();
  }

  @Override
  @SuppressWarnings("removal") // the interface still speaks of it
  public PersistenceUnitTransactionType getTransactionType() {
    return PersistenceUnitTransactionType.RESOURCE_LOCAL;
  }

  @Override
  public DataSource getJtaDataSource() {
    return null;
  }

  @Override
  public DataSource getNonJtaDataSource() {
    return dataSource;
  }

  @Override
  public List<String> getMappingFileNames() {
    return List.of();
  }

  @Override
  public List<URL> getJarFileUrls() {
    return List.of();
  }

  @Override
  public URL getPersistenceUnitRootUrl() {
    return null;
  }

  @Override
  public List<String> getManagedClassNames() {
    return classNames;
  }

  @Override
  public boolean excludeUnlistedClasses() {
    return true;
  }

  @Override
  public SharedCacheMode getSharedCacheMode() {
    return SharedCacheMode.UNSPECIFIED;
  }

  @Override
  public ValidationMode getValidationMode() {
    return ValidationMode.AUTO;
  }

  @Override
  public Properties getProperties() {
    Properties properties = new Properties();
    properties.setProperty("jakarta.persistence.schema-generation.database.action", "create");
    return properties;
  }

  @Override
  public String getPersistenceXMLSchemaVersion() {
    return "3.2";
  }

  @Override
  public ClassLoader getClassLoader() {
    return DescribedByContainer.class.getClassLoader();
  }

  @Override
  public void addTransformer(ClassTransformer transformer) {
    throw new AssertionError("nothing here needs class transformers");
  }

  @Override
  public ClassLoader getNewTempClassLoader() {
    return new ClassLoader(getClassLoader()) {};
  }
}
