package io.tiercel.serial;

import io.tiercel.serial.PlacedOrder.Card;
import io.tiercel.serial.PlacedOrder.Line;
import io.tiercel.serial.PlacedOrder.Stage;
import io.tiercel.serial.PlacedOrder.Transfer;

/// One converter of each format.
final class OrderConverters {
  private OrderConverters() {}

  static final class ByJava extends JavaConverter<PlacedOrder> {
    ByJava() {
      super(Line.class, Stage.class, Transfer.class, Card.class);
    }
  }

  static final class ByJson extends JsonConverter<PlacedOrder> {
    ByJson() {
      super(Line.class, Stage.class, Transfer.class, Card.class, PlacedOrder.Payment.class);
    }
  }

  static final class ByXml extends XmlConverter<PlacedOrder> {
    ByXml() {
      super(Line.class, Stage.class, Transfer.class, Card.class, PlacedOrder.Payment.class);
    }
  }

  static final class ByKryo extends KryoConverter<PlacedOrder> {
    ByKryo() {
      super(Line.class, Stage.class, Transfer.class, Card.class);
    }
  }

  static final class ByFory extends ForyConverter<PlacedOrder> {
    ByFory() {
      super(Line.class, Stage.class, Transfer.class, Card.class);
    }
  }

  /// Those that allow an order with transfers and without cards.
  static final class NoCardByJava extends JavaConverter<PlacedOrder> {
    NoCardByJava() {
      super(Line.class, Stage.class, Transfer.class);
    }
  }

  static final class NoCardByJson extends JsonConverter<PlacedOrder> {
    NoCardByJson() {
      super(Line.class, Stage.class, Transfer.class, PlacedOrder.Payment.class);
    }
  }

  static final class NoCardByXml extends XmlConverter<PlacedOrder> {
    NoCardByXml() {
      super(Line.class, Stage.class, Transfer.class, PlacedOrder.Payment.class);
    }
  }

  static final class NoCardByKryo extends KryoConverter<PlacedOrder> {
    NoCardByKryo() {
      super(Line.class, Stage.class, Transfer.class);
    }
  }

  static final class NoCardByFory extends ForyConverter<PlacedOrder> {
    NoCardByFory() {
      super(Line.class, Stage.class, Transfer.class);
    }
  }
}
