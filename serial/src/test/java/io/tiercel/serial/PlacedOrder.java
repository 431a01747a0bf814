package io.tiercel.serial;

import com.fasterxml.jackson.annotation.JsonBackReference;
import com.fasterxml.jackson.annotation.JsonManagedReference;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.io.Serial;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;

/// An order with its lines, from which a way leads back, a field whose class is one of several, an
/// enum whose constants have bodies, and a map.
@NullUnmarked // read by libraries that fill fields
@SuppressWarnings("serial") // declared as interfaces, as most do
final class PlacedOrder implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  UUID number;
  String customer;
  Instant placed;
  Stage stage;
  Payment payment;
  Transfer[] transfers;
  Map<String, BigDecimal> discounts = new TreeMap<>();
  @JsonManagedReference List<Line> lines = new ArrayList<>();

  enum Stage {
    PLACED {
      @Override
      boolean isOver() {
        return false;
      }
    },
    SENT {
      @Override
      boolean isOver() {
        return true;
      }
    };

    abstract boolean isOver();
  }

  @NullUnmarked
  static final class Line implements Serializable {
    @Serial private static final long serialVersionUID = 1;

    @JsonBackReference PlacedOrder order;
    String product;
    int quantity;
    BigDecimal price;
    Integer[] sizes;

    private Line() {}

    Line(PlacedOrder order, String product, int quantity, BigDecimal price) {
      this.order = order;
      this.product = product;
      this.quantity = quantity;
      this.price = price;
      this.sizes = new Integer[] {quantity, null, 3};
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Card.class, name = "card"),
    @JsonSubTypes.Type(value = Transfer.class, name = "transfer")
  })
  sealed interface Payment extends Serializable {}

  record Card(String number, int month) implements Payment {}

  @NullUnmarked
  static final class Transfer implements Payment {
    @Serial private static final long serialVersionUID = 1;

    String account;
    byte[] signature;

    private Transfer() {}

    Transfer(String account, byte[] signature) {
      this.account = account;
      this.signature = signature;
    }
  }

  static PlacedOrder of(int lines) {
    var order = new PlacedOrder();
    order.number = new UUID(0x1234_5678_9abc_4defL, 0x8000_0000_0000_0000L + lines);
    order.customer = "Åsa F ''\"<&>\n€ \uD83D\uDE00";
    order.placed = Instant.parse("2026-11-22T23:59:59.123456Z");
    order.stage = lines % 2 == 0 ? Stage.PLACED : Stage.SENT;
    order.payment =
        lines % 2 == 0 ? new Card("4111", 12) : new Transfer("DE00", new byte[] {0, -1, 127, -128});
    order.transfers = new Transfer[] {new Transfer("AT00", new byte[0]), null};
    order.discounts.put("autumn", new BigDecimal("0.50"));
    order.discounts.put("none", null);
    for (int i = 0; i < lines; i++) {
      order.lines.add(new Line(order, "product " + i, i, BigDecimal.valueOf(100 + i, 2)));
    }
    return order;
  }

  /// All that it holds. Fails when a line does not lead back.
  String describe() {
    var text = new StringBuilder();
    text.append(number)
        .append(customer)
        .append(placed)
        .append(stage)
        .append(new TreeMap<>(discounts));
    switch (payment) {
      case Card card -> text.append(card);
      case Transfer transfer ->
          text.append(transfer.account).append(java.util.Arrays.toString(transfer.signature));
    }
    text.append(transfers.length).append(transfers[0].account).append(transfers[1] == null);
    for (Line line : lines) {
      if (line.order != this) {
        throw new AssertionError("a line of another order");
      }
      text.append('\n')
          .append(line.product)
          .append(' ')
          .append(line.quantity)
          .append(' ')
          .append(line.price)
          .append(java.util.Arrays.toString(line.sizes));
    }
    return text.toString();
  }
}
