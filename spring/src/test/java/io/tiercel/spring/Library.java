package io.tiercel.spring;

import io.tiercel.spring.sample.Application;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/// The sample application on a database of its own.
record Library(TestDatabase database, ConfigurableApplicationContext context)
    implements AutoCloseable {
  /// @param settings `name=value`, beside URL and schema
  static Library open(String... settings) {
    return open(Application.class, settings);
  }

  static Library open(Class<?> application, String... settings) {
    TestDatabase database = TestServer.v18().newDatabase();
    try {
      return new Library(database, run(application, database.jdbcUrl(), settings));
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  static ConfigurableApplicationContext run(String url, String... settings) {
    return run(Application.class, url, settings);
  }

  static ConfigurableApplicationContext run(Class<?> application, String url, String... settings) {
    List<String> properties =
        new ArrayList<>(
            List.of(
                "spring.datasource.url=" + url,
                "spring.main.banner-mode=off",
                "logging.level.root=warn"));
    properties.addAll(List.of(settings));
    return new SpringApplicationBuilder(application)
        .web(WebApplicationType.NONE)
        .properties(properties.toArray(String[]::new))
        .run();
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  @Override
  public void close() {
    context.close();
    database.close();
  }
}
