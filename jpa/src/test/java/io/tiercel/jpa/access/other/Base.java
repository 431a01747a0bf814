package io.tiercel.jpa.access.other;

import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;

/// A mapped superclass in another package whose state is private.
@MappedSuperclass
@SuppressWarnings("NullAway.Init") // instances are filled by generated code
public class Base<K> {
  @Id private K key;
  @Version private int version;

  public K getKey() {
    return key;
  }

  public int getVersion() {
    return version;
  }
}
