package io.tiercel.spring;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.ClassUtils;

/// Lets ahead-of-time processing pass over the repositories of Spring Data JPA where Hibernate is
/// not on the class path: to write their code beforehand Spring Data asks Hibernate for the
/// metamodel, and fails without it. The repositories are then made at the start, as they are
/// without such processing.
public final class RepositoriesWithoutHibernate implements EnvironmentPostProcessor {
  private static final String REPOSITORIES = "spring.aot.jpa.repositories.enabled";
  private static final String HIBERNATE = "org.hibernate.jpa.HibernatePersistenceProvider";

  /// Made by Spring Boot, as `META-INF/spring.factories` says.
  public RepositoriesWithoutHibernate() {}

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    if (!environment.containsProperty(REPOSITORIES)
        && !ClassUtils.isPresent(HIBERNATE, application.getClassLoader())) {
      environment
          .getPropertySources()
          .addLast(new MapPropertySource("tiercel-aot", Map.of(REPOSITORIES, false)));
    }
  }
}
