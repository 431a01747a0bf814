package io.tiercel.spring.sample;

import java.util.Optional;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.repository.query.QueryByExampleExecutor;

/// Writers with their books.
public interface Writers extends JpaRepository<Writer, Long>, QueryByExampleExecutor<Writer> {
  Optional<Writer> findByName(String name);

  @EntityGraph(attributePaths = "books")
  Optional<Writer> findWithBooksByName(String name);
}
