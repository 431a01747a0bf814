package io.tiercel.jpa.mapping.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.mapping.CallbackMethod;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.mapping.MappingException;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.ExcludeSuperclassListeners;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.PrePersist;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Which callbacks an entity has, and in what order they are called (Jakarta Persistence 3.2,
/// sections 3.6.4 to 3.6.6).
@NullUnmarked // a null where none is expected fails the test by itself
class CallbackOrderTest {

  static class ListenerBase {
    @PrePersist
    void aboveListener(Object entity) {}
  }

  static class RootListener extends ListenerBase {
    @PrePersist
    void rootListener(Root entity) {}
  }

  static class SecondListener {
    @PrePersist
    @PostPersist
    void second(Object entity) {}
  }

  static class LeafListener {
    @PrePersist
    void leafListener(Object entity) {}
  }

  @MappedSuperclass
  @EntityListeners({RootListener.class, SecondListener.class})
  abstract static class Root {
    @Id int id;

    @PrePersist
    private void rootsOwn() {}

    @PostLoad
    void loaded() {}
  }

  /// Has no part in persistence, and so neither has its method.
  abstract static class Between extends Root {
    @PrePersist
    void betweensOwn() {}
  }

  @Entity
  @EntityListeners(LeafListener.class)
  static class Leaf extends Between {
    @PrePersist
    private void leafsOwn() {}

    @Override
    @PostLoad
    void loaded() {}
  }

  @Entity
  @ExcludeSuperclassListeners
  @EntityListeners(LeafListener.class)
  static class Alone extends Between {}

  private static List<String> names(Class<?> entity, LifecycleEvent event) {
    return CallbackReader.read(entity).of(event).stream()
        .map(callback -> callback.method().getName())
        .toList();
  }

  @Test
  void listeners_come_first_and_superclasses_before_their_subclasses() {
    assertEquals(
        List.of("aboveListener", "rootListener", "second", "leafListener", "rootsOwn", "leafsOwn"),
        names(Leaf.class, LifecycleEvent.PRE_PERSIST));
    assertEquals(List.of("second"), names(Leaf.class, LifecycleEvent.POST_PERSIST));
    assertEquals(List.of(), names(Leaf.class, LifecycleEvent.PRE_REMOVE));
  }

  @Test
  void listeners_of_superclasses_can_be_left_out_but_not_their_own_callbacks() {
    assertEquals(
        List.of("leafListener", "rootsOwn"), names(Alone.class, LifecycleEvent.PRE_PERSIST));
  }

  @Test
  void an_override_of_the_same_event_replaces_what_it_overrides() {
    List<CallbackMethod> loads = CallbackReader.read(Leaf.class).of(LifecycleEvent.POST_LOAD);
    assertEquals(1, loads.size());
    assertEquals(Leaf.class, loads.getFirst().method().getDeclaringClass());
  }

  @Entity
  static class Doubled {
    @Id int id;

    @PrePersist
    void one() {}

    @PrePersist
    void two() {}
  }

  @Entity
  static class WithArgument {
    @Id int id;

    @PrePersist
    void wrong(Object self) {}
  }

  @Entity
  static class Static {
    @Id int id;

    @PrePersist
    static void wrong() {}
  }

  @Entity
  static class Answering {
    @Id int id;

    @PrePersist
    int wrong() {
      return id;
    }
  }

  static class StrangersListener {
    @PrePersist
    void wrong(Doubled entity) {}
  }

  @Entity
  @EntityListeners(StrangersListener.class)
  static class Strange {
    @Id int id;
  }

  @Test
  void a_method_that_cannot_be_called_is_refused() {
    assertTrue(refusal(Doubled.class).contains("more than one method with @PrePersist: one, two"));
    assertTrue(refusal(WithArgument.class).contains("must take no arguments"));
    assertTrue(refusal(Static.class).contains("neither static nor final"));
    assertTrue(refusal(Answering.class).contains("return void"));
    assertTrue(refusal(Strange.class).contains("which may be a " + Strange.class.getName()));
  }

  private static String refusal(Class<?> entity) {
    var refusal = assertThrows(MappingException.class, () -> CallbackReader.read(entity));
    return String.valueOf(refusal.getMessage());
  }
}
