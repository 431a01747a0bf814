package io.tiercel.spring.sample;

import org.springframework.data.jpa.repository.JpaRepository;

/// Notes.
public interface Notes extends JpaRepository<Note, Long> {}
