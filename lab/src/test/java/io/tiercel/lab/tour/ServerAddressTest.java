package io.tiercel.lab.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.lab.cli.CommandFailure;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerAddressTest {
  @Test
  void a_url_of_either_driver_is_taken_apart_and_put_together_again() {
    var address =
        ServerAddress.parse("jdbc:tiercel://db.example:6543/shop?user=me&password=a%26b%20c");
    assertEquals("db.example", address.host());
    assertEquals(6543, address.port());
    assertEquals(Map.of("user", "me", "password", "a&b c"), address.parameters());
    assertEquals(address, ServerAddress.parse(address.jdbcUrl("postgresql", Map.of())));
    assertEquals(5432, ServerAddress.parse("jdbc:postgresql://localhost/shop").port());
  }

  @Test
  void a_password_is_not_printed() {
    var address = ServerAddress.parse("jdbc:postgresql://h/shop?user=me&password=secret");
    assertFalse(address.toString().contains("secret"));
    assertEquals("h:5432/shop", address.toString());
  }

  @Test
  void another_url_is_refused_with_the_form_expected() {
    var failure = assertThrows(CommandFailure.class, () -> ServerAddress.parse("jdbc:mysql://h/d"));
    assertEquals(
        "cannot read the URL, expected jdbc:tiercel://host:port/database?user=…&password=…",
        failure.getMessage());
  }
}
