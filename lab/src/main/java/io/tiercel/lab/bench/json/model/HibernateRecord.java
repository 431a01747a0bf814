package io.tiercel.lab.bench.json.model;

import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/// A library record for Hibernate, as an aggregate whose paths its queries reach. Never read.
@Entity(name = "HibernateRecord")
@Table(name = "records")
@SuppressWarnings("NullAway.Init") // the provider fills the fields
public class HibernateRecord {
  @Id private Long id;

  @JdbcTypeCode(SqlTypes.JSON)
  private Content content;

  /// For the provider.
  protected HibernateRecord() {}

  public Long getId() {
    return id;
  }

  public Content getContent() {
    return content;
  }

  /// What queries ask of the document.
  @Embeddable
  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  public static class Content {
    private String leader;

    /// For the provider.
    protected Content() {}

    public String getLeader() {
      return leader;
    }
  }
}
