package io.tiercel.lab.bench.jpa;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Map;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.cache.cfg.spi.DomainDataRegionBuildingContext;
import org.hibernate.cache.cfg.spi.DomainDataRegionConfig;
import org.hibernate.cache.spi.support.DomainDataStorageAccess;
import org.hibernate.cache.spi.support.RegionFactoryTemplate;
import org.hibernate.cache.spi.support.StorageAccess;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/// Hibernate's regions in Caffeine, without JCache in between: what hibernate-jcache does, less its
/// layer. Made by Hibernate. Safe for any thread.
public final class CaffeineRegions extends RegionFactoryTemplate {
  private static final long serialVersionUID = 1L;
  private static final int ENTRIES = 200_000;

  /// For Hibernate.
  public CaffeineRegions() {}

  @Override
  protected DomainDataStorageAccess createDomainDataStorageAccess(
      DomainDataRegionConfig region, DomainDataRegionBuildingContext context) {
    return new CaffeineAccess();
  }

  @Override
  protected StorageAccess createQueryResultsRegionStorageAccess(
      String region, SessionFactoryImplementor factory) {
    return new CaffeineAccess();
  }

  @Override
  protected StorageAccess createTimestampsRegionStorageAccess(
      String region, SessionFactoryImplementor factory) {
    return new CaffeineAccess();
  }

  @Override
  protected void prepareForUse(SessionFactoryOptions settings, Map<String, Object> values) {}

  @Override
  protected void releaseFromUse() {}

  private static final class CaffeineAccess implements DomainDataStorageAccess {
    private final Cache<Object, Object> cache = Caffeine.newBuilder().maximumSize(ENTRIES).build();

    @Override
    public @Nullable Object getFromCache(Object key, SharedSessionContractImplementor session) {
      return cache.getIfPresent(key);
    }

    @Override
    public void putIntoCache(Object key, Object value, SharedSessionContractImplementor session) {
      cache.put(key, value);
    }

    @Override
    public boolean contains(Object key) {
      return cache.getIfPresent(key) != null;
    }

    @Override
    public void evictData() {
      cache.invalidateAll();
    }

    @Override
    public void evictData(Object key) {
      cache.invalidate(key);
    }

    @Override
    public void release() {
      cache.invalidateAll();
    }
  }
}
