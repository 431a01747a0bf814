package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.jpa.settings.CacheModes;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.jpa.shop.Product;
import jakarta.persistence.Cache;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PersistenceUnitTransactionType;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// The cache interface of a provider without a shared cache (Jakarta Persistence 3.2, sections 3.10
/// and 7.10).
@NullUnmarked // null arguments are part of the test
class CacheTest {

  @Test
  void nothing_is_ever_in_the_cache() {
    try (Shop shop = Shop.open()) {
      shop.inTransaction(
          manager -> manager.persist(new Product("p", "Pump", new BigDecimal("1.00"))));
      Cache cache = shop.factory().getCache();
      shop.query(manager -> manager.find(Product.class, "p"));
      assertFalse(cache.contains(Product.class, "p"));
      cache.evict(Product.class, "p");
      cache.evict(Product.class);
      cache.evictAll();
      assertEquals(cache, cache.unwrap(Cache.class));
      assertThrows(PersistenceException.class, () -> cache.unwrap(Shop.class));
    }
  }

  @Test
  void what_it_is_asked_is_checked() {
    try (Shop shop = Shop.open()) {
      Cache cache = shop.factory().getCache();
      assertThrows(IllegalArgumentException.class, () -> cache.contains(String.class, "p"));
      assertThrows(IllegalArgumentException.class, () -> cache.contains(null, "p"));
      assertThrows(IllegalArgumentException.class, () -> cache.contains(Product.class, null));
      assertThrows(IllegalArgumentException.class, () -> cache.evict(String.class));
    }
  }

  @Test
  void a_cache_ends_with_its_factory() {
    Cache cache;
    try (Shop shop = Shop.open()) {
      cache = shop.factory().getCache();
    }
    assertThrows(IllegalStateException.class, () -> cache.contains(Product.class, "p"));
    assertThrows(IllegalStateException.class, () -> cache.evict(Product.class));
    assertThrows(IllegalStateException.class, cache::evictAll);
    assertThrows(IllegalStateException.class, () -> cache.unwrap(Cache.class));
  }

  @Test
  void cache_modes_are_kept_and_change_nothing() {
    try (Shop shop = Shop.open()) {
      var manager = shop.manager();
      manager.setCacheRetrieveMode(CacheRetrieveMode.BYPASS);
      manager.setCacheStoreMode(CacheStoreMode.REFRESH);
      assertEquals(CacheRetrieveMode.BYPASS, manager.getCacheRetrieveMode());
      assertEquals(CacheStoreMode.REFRESH, manager.getCacheStoreMode());
      var query = manager.createQuery("from Product p", Product.class);
      assertEquals(CacheStoreMode.REFRESH, query.getCacheStoreMode());
      query.setCacheStoreMode(CacheStoreMode.BYPASS);
      assertEquals(CacheStoreMode.BYPASS, query.getCacheStoreMode());
      assertEquals(0, query.getResultList().size());
      assertThrows(
          IllegalArgumentException.class,
          () -> manager.find(Product.class, "p", Map.of(CacheModes.STORE, "sometimes")));
      manager.close();
    }
  }

  @Test
  void the_factory_tells_its_name_properties_and_kind() {
    try (Shop shop = Shop.open()) {
      assertEquals("shop", shop.factory().getName());
      assertNotNull(shop.factory().getProperties().get(UnitProperties.URL));
      assertEquals(
          PersistenceUnitTransactionType.RESOURCE_LOCAL, shop.factory().getTransactionType());
    }
  }
}
