package io.tiercel.lab.chinook;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// One track on an [Invoice].
@Entity
@Table(name = "invoice_line")
public class InvoiceLine {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "invoice_line_seq")
  @SequenceGenerator(
      name = "invoice_line_seq",
      sequenceName = "invoice_line_seq",
      allocationSize = 50)
  private @Nullable Long id;

  private int quantity;

  @Column(precision = 10, scale = 2)
  private BigDecimal price;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Track track;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Invoice invoice;

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected InvoiceLine() {}

  public InvoiceLine(int quantity, BigDecimal price, Track track) {
    this();
    this.quantity = quantity;
    this.price = price;
    this.track = track;
  }

  void setInvoice(Invoice invoice) {
    this.invoice = invoice;
  }

  public @Nullable Long getId() {
    return id;
  }

  public int getQuantity() {
    return quantity;
  }

  public BigDecimal getPrice() {
    return price;
  }

  public Track getTrack() {
    return track;
  }

  public Invoice getInvoice() {
    return invoice;
  }
}
