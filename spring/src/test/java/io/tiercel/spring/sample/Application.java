package io.tiercel.spring.sample;

import java.util.Optional;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.data.domain.AuditorAware;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;

/// A small library, as an application would be written for any provider.
@SpringBootApplication
@EnableJpaAuditing
public class Application {
  @Bean
  AuditorAware<String> auditor() {
    return () -> Optional.of("librarian");
  }
}
