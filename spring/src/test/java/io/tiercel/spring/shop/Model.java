package io.tiercel.spring.shop;

import jakarta.persistence.AttributeOverride;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.NamedAttributeNode;
import jakarta.persistence.NamedEntityGraph;
import jakarta.persistence.NamedSubgraph;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PrePersist;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Year;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.data.annotation.CreatedBy;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.domain.AbstractAggregateRoot;
import org.springframework.data.domain.Persistable;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/// The entities of the shop. They have names because Spring Data has others for nested classes.
public final class Model {
  private Model() {}

  /// What most have.
  @MappedSuperclass
  @EntityListeners(AuditingEntityListener.class)
  public abstract static class Base {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    public Long id;

    @Version public int version;

    @CreatedDate
    @Column(updatable = false)
    public Instant createdAt;

    @LastModifiedDate public Instant changedAt;

    @CreatedBy
    @Column(updatable = false)
    public String createdBy;
  }

  /// Somewhere.
  @Embeddable
  public record Address(String street, String city, String zipCode) {}

  /// Who buys.
  @Entity(name = "Party")
  @Inheritance(strategy = InheritanceType.JOINED)
  public abstract static class Party extends Base {
    public String displayName;

    @Embedded public Address billing;

    @Embedded
    @AttributeOverride(name = "street", column = @Column(name = "ship_street"))
    @AttributeOverride(name = "city", column = @Column(name = "ship_city"))
    @AttributeOverride(name = "zipCode", column = @Column(name = "ship_zip"))
    public Address shipping;

    @OneToMany(mappedBy = "buyer")
    public List<Purchase> purchases = new ArrayList<>();
  }

  @Entity(name = "Person")
  public static class Person extends Party {
    public LocalDate birthday;

    @ElementCollection public Set<String> phones = new HashSet<>();
  }

  @Entity(name = "Company")
  public static class Company extends Party {
    @Column(unique = true)
    public String taxNumber;

    @ManyToOne(fetch = FetchType.LAZY)
    public Person contact;
  }

  /// A tree of them.
  @Entity(name = "Category")
  @Table(name = "categories")
  public static class Category extends Base {
    public String name;

    @ManyToOne(fetch = FetchType.LAZY)
    public Category parent;

    @OneToMany(mappedBy = "parent", cascade = CascadeType.ALL)
    public List<Category> children = new ArrayList<>();
  }

  @Entity(name = "Product")
  public static class Product extends Base {
    public enum State {
      DRAFT,
      ON_SALE,
      GONE
    }

    @Column(unique = true)
    public String code;

    public String name;
    public BigDecimal price;

    @Enumerated(EnumType.STRING)
    public State state = State.DRAFT;

    /// From the order to the door.
    public Duration delivery;

    public Currency currency;
    public ZoneId zone;
    public Locale language;
    public Year since;
    public UUID supplierKey;
    public Float weight;
    public Character shelf;
    public boolean fragile;
    public LocalTime pickedUntil;
    @Lob public String description;
    @Lob public byte[] picture;
    public byte[] checksum;

    @Enumerated public State formerState;

    @ManyToOne(fetch = FetchType.LAZY)
    public Category category;

    @ManyToMany(cascade = CascadeType.PERSIST)
    public Set<Label> labels = new LinkedHashSet<>();

    @ElementCollection public Map<String, String> properties = new HashMap<>();

    /// What is lazy is loaded by methods.
    public String getCode() {
      return code;
    }
  }

  /// An id of its own, and so it says itself whether it is new.
  @Entity(name = "Label")
  public static class Label implements Persistable<String> {
    @Id public String name;

    @Transient private boolean isNew = true;

    protected Label() {}

    public Label(String name) {
      this.name = name;
    }

    @Override
    public String getId() {
      return name;
    }

    @Override
    public boolean isNew() {
      return isNew;
    }

    @PrePersist
    @PostLoad
    void known() {
      isNew = false;
    }
  }

  /// How many there are: one row for each product, with its id.
  @Entity(name = "Stock")
  public static class Stock {
    @Id public Long id;
    @Version public long version;

    @MapsId
    @OneToOne(fetch = FetchType.LAZY)
    public Product product;

    public int quantity;
  }

  /// What was bought: an aggregate with events.
  @Entity(name = "Purchase")
  @NamedEntityGraph(
      name = "Purchase.whole",
      attributeNodes = {
        @NamedAttributeNode("buyer"),
        @NamedAttributeNode(value = "lines", subgraph = "lines")
      },
      subgraphs = @NamedSubgraph(name = "lines", attributeNodes = @NamedAttributeNode("product")))
  public static class Purchase extends AbstractAggregateRoot<Purchase> {
    @Id @GeneratedValue public UUID id;
    @Version public Integer version;
    public Instant placedAt;
    public boolean paid;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    public Party buyer;

    @OneToMany(mappedBy = "purchase", cascade = CascadeType.ALL, orphanRemoval = true)
    @OrderColumn
    public List<PurchaseLine> lines = new ArrayList<>();

    @OneToMany(mappedBy = "purchase", cascade = CascadeType.ALL, orphanRemoval = true)
    public Set<Payment> payments = new LinkedHashSet<>();

    public Purchase add(Product product, int quantity) {
      var line = new PurchaseLine();
      line.purchase = this;
      line.product = product;
      line.quantity = quantity;
      line.price = product.price;
      lines.add(line);
      return this;
    }

    public Purchase place() {
      placedAt = Instant.parse("2026-05-04T10:00:00Z");
      return andEvent(new Placed(lines.size()));
    }
  }

  /// Published when the purchase is saved.
  public record Placed(int lines) {}

  @Entity(name = "PurchaseLine")
  public static class PurchaseLine {
    @Id @GeneratedValue public Long id;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    public Purchase purchase;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    public Product product;

    public int quantity;
    public BigDecimal price;
  }

  /// In one table.
  @Entity(name = "Payment")
  @Inheritance
  @DiscriminatorValue("OTHER")
  public abstract static class Payment extends Base {
    @ManyToOne(fetch = FetchType.LAZY)
    public Purchase purchase;

    public BigDecimal amount;
  }

  @Entity(name = "CardPayment")
  @DiscriminatorValue("CARD")
  public static class CardPayment extends Payment {
    public String lastDigits;
  }

  @Entity(name = "Transfer")
  @DiscriminatorValue("TRANSFER")
  public static class Transfer extends Payment {
    public String iban;
  }

  /// What somebody says of a product.
  @Entity(name = "Review")
  public static class Review extends Base {
    @ManyToOne(fetch = FetchType.LAZY)
    public Product product;

    @ManyToOne(fetch = FetchType.LAZY)
    public Party author;

    public int stars;
    public String text;

    /// For projections, which ask for properties.
    public String getText() {
      return text;
    }

    public int getStars() {
      return stars;
    }
  }
}
