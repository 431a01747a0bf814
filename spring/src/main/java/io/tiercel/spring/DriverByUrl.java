package io.tiercel.spring;

import io.tiercel.jdbc.TiercelDriver;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/// Names our driver where `spring.datasource.url` is one of ours or PostgreSQL's and no driver is
/// named: Spring Boot tells the driver by the URL, and knows none for `jdbc:tiercel:`, and pgjdbc
/// for `jdbc:postgresql:`, whose connections the provider cannot work on.
public final class DriverByUrl implements EnvironmentPostProcessor {
  private static final String URL = "spring.datasource.url";
  private static final String DRIVER = "spring.datasource.driver-class-name";

  /// Made by Spring Boot, as `META-INF/spring.factories` says.
  public DriverByUrl() {}

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    if (environment.getProperty("tiercel.enabled", Boolean.class, true)
        && isOurs(environment.getProperty(URL))
        && !environment.containsProperty(DRIVER)) {
      environment
          .getPropertySources()
          .addLast(new MapPropertySource("tiercel", Map.of(DRIVER, TiercelDriver.class.getName())));
    }
  }

  private static boolean isOurs(@Nullable String url) {
    return url != null && (url.startsWith("jdbc:tiercel:") || url.startsWith("jdbc:postgresql:"));
  }
}
