package io.tiercel.lab.bench.serial;

import com.fasterxml.jackson.annotation.JsonBackReference;
import com.fasterxml.jackson.annotation.JsonManagedReference;
import java.io.Serial;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;

/// An order whose lines lead back to it.
@NullUnmarked // filled by the formats
final class GraphOrder implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  UUID number;
  long customer;
  Instant placed;
  Stage stage;
  BigDecimal total;
  @JsonManagedReference ArrayList<Line> lines = new ArrayList<>();

  enum Stage {
    PLACED,
    SENT
  }

  @NullUnmarked // filled by the formats
  static final class Line implements Serializable {
    @Serial private static final long serialVersionUID = 1;

    @JsonBackReference GraphOrder order;
    long product;
    int quantity;
    BigDecimal price;
    String note;
  }

  static GraphOrder of(int lines) {
    var order = new GraphOrder();
    order.number = new UUID(0x0123_4567_89AB_CDEFL, lines);
    order.customer = 4_711;
    order.placed = Instant.ofEpochSecond(1_790_000_000, 123_456_000);
    order.stage = Stage.PLACED;
    order.total = BigDecimal.valueOf(123_45L * lines, 2);
    for (int i = 0; i < lines; i++) {
      var line = new Line();
      line.order = order;
      line.product = 1_000L + i;
      line.quantity = 1 + i % 9;
      line.price = BigDecimal.valueOf(123_45L + i, 2);
      line.note = "note " + i;
      order.lines.add(line);
    }
    return order;
  }

  /// Whether another one holds the same, to the last digit.
  @SuppressWarnings("BigDecimalEquals") // the scale is to come back too
  boolean isLike(GraphOrder other) {
    boolean isLike =
        number.equals(other.number)
            && customer == other.customer
            && placed.equals(other.placed)
            && stage == other.stage
            && total.equals(other.total)
            && lines.size() == other.lines.size();
    for (int i = 0; isLike && i < lines.size(); i++) {
      Line line = lines.get(i);
      Line theirs = other.lines.get(i);
      isLike =
          theirs.order == other
              && line.product == theirs.product
              && line.quantity == theirs.quantity
              && line.price.equals(theirs.price)
              && line.note.equals(theirs.note);
    }
    return isLike;
  }
}
