package io.tiercel.lab.bench.jpa;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.EntityManagerFactory;
import org.jspecify.annotations.Nullable;

/// A persistence unit at work, and the pool beneath it if it is not the provider's own.
record OpenUnit(EntityManagerFactory factory, @Nullable HikariDataSource pool)
    implements AutoCloseable {
  @Override
  public void close() {
    factory.close();
    if (pool != null) {
      pool.close();
    }
  }
}
