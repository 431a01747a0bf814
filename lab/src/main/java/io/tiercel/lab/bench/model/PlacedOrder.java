package io.tiercel.lab.bench.model;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.NamedAttributeNode;
import jakarta.persistence.NamedEntityGraph;
import jakarta.persistence.NamedSubgraph;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;

/// An order that is found by id and whose relations are then touched.
@Entity
@NamedEntityGraph(
    name = PlacedOrder.WITH_RELATIONS,
    attributeNodes = {
      @NamedAttributeNode("customer"),
      @NamedAttributeNode(value = "lines", subgraph = "line")
    },
    subgraphs = @NamedSubgraph(name = "line", attributeNodes = @NamedAttributeNode("product")))
@Table(name = "placed_order")
public class PlacedOrder {
  /// The entity graph of an order with its customer, its lines and their products.
  public static final String WITH_RELATIONS = "PlacedOrder.withRelations";

  @Id private long id;

  @Version
  @Column(name = "version")
  private int version;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  @JoinColumn(name = "customer_id")
  private Customer customer;

  @OneToMany(mappedBy = "order")
  private List<PlacedLine> lines = new ArrayList<>();

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected PlacedOrder() {}

  public long getId() {
    return id;
  }

  public Customer getCustomer() {
    return customer;
  }

  public List<PlacedLine> getLines() {
    return lines;
  }
}
