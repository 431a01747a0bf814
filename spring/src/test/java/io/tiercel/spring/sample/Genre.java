package io.tiercel.spring.sample;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;

/// A record, known by its code.
@Entity
public record Genre(@Id String code, @Version Integer version, String name) {}
