package io.tiercel.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.tiercel.jpa.TiercelPersistenceProvider;
import io.tiercel.spring.sample.DataJpaSlice;
import io.tiercel.testkit.TestServer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.springframework.orm.jpa.EntityManagerFactoryInfo;
import org.springframework.test.context.TestContextManager;

/// Spring Boot's test slice for repositories, run as its extension for JUnit does.
@NullUnmarked // a null where none is expected fails the test by itself
class DataJpaTestTest {
  @Test
  void a_slice_has_our_provider_and_rolls_back() throws Exception {
    try (var database = TestServer.v18().newDatabase()) {
      System.setProperty("spring.datasource.url", database.jdbcUrl());
      var manager = new TestContextManager(DataJpaSlice.class);
      try {
        var test = new DataJpaSlice();
        var method = DataJpaSlice.class.getMethod("finds");
        manager.beforeTestClass();
        manager.prepareTestInstance(test);
        manager.beforeTestMethod(test, method);
        test.finds();
        manager.afterTestMethod(test, method, null);
        var info = (EntityManagerFactoryInfo) test.factory;
        assertInstanceOf(TiercelPersistenceProvider.class, info.getPersistenceProvider());
        assertEquals(0, test.writers.count());
      } finally {
        System.clearProperty("spring.datasource.url");
        manager.getTestContext().markApplicationContextDirty(null);
        manager.afterTestClass();
      }
    }
  }
}
