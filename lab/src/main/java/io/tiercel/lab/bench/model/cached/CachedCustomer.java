package io.tiercel.lab.bench.model.cached;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.QueryHint;
import jakarta.persistence.Table;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;
import org.hibernate.annotations.NaturalId;
import org.hibernate.annotations.NaturalIdCache;

/// A customer with a unique name.
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
@NaturalIdCache
@Table(name = "customer")
@NamedQuery(
    name = CachedCustomer.BY_NAME,
    query = "select c from CachedCustomer c where c.name = :name",
    // So that EclipseLink looks into its cache index.
    hints = @QueryHint(name = "eclipselink.query-type", value = "ReadObject"))
public class CachedCustomer {
  /// The query for the customer of a name.
  public static final String BY_NAME = "CachedCustomer.byName";

  @Id private long id;

  @NaturalId
  @Column(name = "name", unique = true)
  private String name;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected CachedCustomer() {}

  public long getId() {
    return id;
  }

  public String getName() {
    return name;
  }
}
