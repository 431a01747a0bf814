package io.tiercel.jpa.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {

  @Test
  void a_hint_names_the_nearest_or_all_or_that_there_is_none() {
    assertEquals("did you mean \"name\"?", Nearest.hint("nmae", List.of("name", "price")));
    assertEquals("there is name, price", Nearest.hint("quantity", List.of("name", "price")));
    assertEquals("there is none.", Nearest.hint("street", List.of()));
  }
}
