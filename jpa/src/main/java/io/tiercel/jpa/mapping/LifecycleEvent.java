package io.tiercel.jpa.mapping;

import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.PostRemove;
import jakarta.persistence.PostUpdate;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreRemove;
import jakarta.persistence.PreUpdate;
import java.lang.annotation.Annotation;

/// What callbacks are told of (Jakarta Persistence 3.2, section 3.6.2).
public enum LifecycleEvent {
  PRE_PERSIST(PrePersist.class),
  POST_PERSIST(PostPersist.class),
  PRE_REMOVE(PreRemove.class),
  POST_REMOVE(PostRemove.class),
  PRE_UPDATE(PreUpdate.class),
  POST_UPDATE(PostUpdate.class),
  POST_LOAD(PostLoad.class);

  private final Class<? extends Annotation> annotation;

  LifecycleEvent(Class<? extends Annotation> annotation) {
    this.annotation = annotation;
  }

  public Class<? extends Annotation> annotation() {
    return annotation;
  }
}
