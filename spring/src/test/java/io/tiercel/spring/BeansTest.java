package io.tiercel.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.spring.post.Letter;
import io.tiercel.spring.post.Letters;
import io.tiercel.spring.post.Post;
import io.tiercel.spring.post.PostOffice;
import jakarta.validation.ConstraintViolationException;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/// Listeners and converters of an application with beans, and its constraints.
@NullUnmarked // a null where none is expected fails the test by itself
class BeansTest {
  @Test
  void listeners_and_converters_are_autowired_and_destroyed() {
    PostOffice office;
    try (var library = Library.open(Post.class)) {
      office = library.bean(PostOffice.class);
      Letters letters = library.bean(Letters.class);
      Long id = letters.save(new Letter("Dear Nan")).getId();
      Letter found = letters.findById(id).orElseThrow();
      assertEquals("10 p", found.getStamp());
      assertEquals("Dear Nan", found.getText());
      assertEquals(
          "sealed: Dear Nan",
          library.bean(JdbcTemplate.class).queryForObject("select text from letter", String.class));
      assertEquals(0, office.closings());
    }
    assertEquals(1, office.closings());
  }

  @Test
  void constraints_hold_with_the_validator_of_spring() {
    try (var library = Library.open(Post.class)) {
      Letters letters = library.bean(Letters.class);
      var failure = assertThrows(Exception.class, () -> letters.save(new Letter(" ")));
      Throwable cause = failure;
      while (!(cause instanceof ConstraintViolationException) && cause.getCause() != null) {
        cause = cause.getCause();
      }
      assertEquals(ConstraintViolationException.class, cause.getClass(), failure::toString);
      assertEquals(0, letters.count());
    }
  }
}
