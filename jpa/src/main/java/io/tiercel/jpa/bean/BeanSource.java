package io.tiercel.jpa.bean;

/// Makes the entity listeners and attribute converters of a unit, with what they need injected,
/// where a platform other than CDI has beans. An object of this type is the value of the property
/// `tiercel.beans`; the Spring Boot starter sets one. Must be safe for any number of threads.
@FunctionalInterface
public interface BeanSource {
  /// A new instance of the class, ready for use. Called once for each listener and converter, when
  /// it has something to do for the first time; seldom a second time, when two threads are the
  /// first, and then one of the instances is destroyed at once. What it throws reaches the
  /// application as the cause of a `PersistenceException`.
  <T> Bean<T> create(Class<T> type);

  /// An instance, and what to do when it is not needed any more.
  ///
  /// @param destroy called once, at the latest when the EntityManagerFactory closes
  record Bean<T>(T instance, Runnable destroy) {}
}
