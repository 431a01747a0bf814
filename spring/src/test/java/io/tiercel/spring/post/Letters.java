package io.tiercel.spring.post;

import org.springframework.data.jpa.repository.JpaRepository;

/// Letters.
public interface Letters extends JpaRepository<Letter, Long> {}
