package io.tiercel.spring.sample;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/// Genres.
public interface Genres extends JpaRepository<Genre, String> {
  List<Genre> findByNameStartingWith(String start);
}
