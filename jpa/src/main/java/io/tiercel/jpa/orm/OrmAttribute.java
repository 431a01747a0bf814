package io.tiercel.jpa.orm;

import jakarta.persistence.AccessType;
import java.lang.annotation.Annotation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An attribute in a mapping file; whatever annotations say about it does not count.
///
/// @param ownAccess how it alone is reached, null for the way of its class
record OrmAttribute(String name, @Nullable AccessType ownAccess, List<Annotation> written) {

  OrmAttribute {
    written = List.copyOf(written);
  }

  AccessType access(AccessType ofClass) {
    return ownAccess == null ? ofClass : ownAccess;
  }

  <A extends Annotation> A[] annotations(Class<A> type) {
    return Instances.of(type, written);
  }

  Annotation[] all() {
    return written.toArray(Annotation[]::new);
  }
}
