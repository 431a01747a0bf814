package io.tiercel.lab.bench.model.cached;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.OneToMany;
import jakarta.persistence.QueryHint;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/// An order with its customer and lines, all of them in the shared cache.
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
@Table(name = "placed_order")
@NamedQuery(
    name = CachedOrder.OF_CUSTOMER,
    query = "select o from CachedOrder o where o.customer.id = :customer",
    hints = {
      @QueryHint(name = "org.hibernate.cacheable", value = "true"),
      @QueryHint(name = "eclipselink.query-results-cache", value = "true"),
      @QueryHint(name = "eclipselink.query-results-cache.size", value = "1000"),
      @QueryHint(name = "tiercel.query.cache", value = "true")
    })
public class CachedOrder {
  /// The query for the orders of a customer, whose results are cached.
  public static final String OF_CUSTOMER = "CachedOrder.ofCustomer";

  @Id private long id;

  @Version
  @Column(name = "version")
  private int version;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  @JoinColumn(name = "customer_id")
  private CachedCustomer customer;

  @OneToMany(mappedBy = "order")
  @Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
  private List<CachedLine> lines = new ArrayList<>();

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected CachedOrder() {}

  public long getId() {
    return id;
  }

  public int getVersion() {
    return version;
  }

  public CachedCustomer getCustomer() {
    return customer;
  }

  public List<CachedLine> getLines() {
    return lines;
  }
}
