package io.tiercel.lab.chinook;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A sale to a [Customer].
@Entity
@Table(name = "invoice")
public class Invoice {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "invoice_seq")
  @SequenceGenerator(name = "invoice_seq", sequenceName = "invoice_seq", allocationSize = 50)
  private @Nullable Long id;

  private LocalDate invoicedOn;

  @Embedded private Address billing;

  @Column(precision = 10, scale = 2)
  private BigDecimal total;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Customer customer;

  @OneToMany(mappedBy = "invoice", cascade = CascadeType.ALL, orphanRemoval = true)
  private List<InvoiceLine> lines = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Invoice() {}

  public Invoice(LocalDate invoicedOn, Address billing, BigDecimal total, Customer customer) {
    this.invoicedOn = invoicedOn;
    this.billing = billing;
    this.total = total;
    this.customer = customer;
  }

  public void addLine(InvoiceLine line) {
    line.setInvoice(this);
    lines.add(line);
  }

  public @Nullable Long getId() {
    return id;
  }

  public LocalDate getInvoicedOn() {
    return invoicedOn;
  }

  public Address getBilling() {
    return billing;
  }

  public BigDecimal getTotal() {
    return total;
  }

  public Customer getCustomer() {
    return customer;
  }

  public List<InvoiceLine> getLines() {
    return lines;
  }
}
