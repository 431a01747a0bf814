package io.tiercel.lab.bench.json.model;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/// The document for Hibernate, by its JSON mapping.
@Entity(name = "HibernateInstance")
@Table(name = "instances")
@SuppressWarnings("NullAway.Init") // the provider fills the fields
public class HibernateInstance {
  @Id private Long id;

  @JdbcTypeCode(SqlTypes.JSON)
  private Instance content;

  /// For the provider.
  protected HibernateInstance() {}

  public Long getId() {
    return id;
  }

  public Instance getContent() {
    return content;
  }
}
