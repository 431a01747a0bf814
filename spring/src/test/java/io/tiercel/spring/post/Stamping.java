package io.tiercel.spring.post;

import jakarta.persistence.PrePersist;
import org.springframework.beans.factory.DisposableBean;

/// A listener with what it needs, among it a repository that needs the factory of the listener.
public class Stamping implements DisposableBean {
  private final PostOffice office;
  private final Letters letters;

  Stamping(PostOffice office, Letters letters) {
    this.office = office;
    this.letters = letters;
  }

  @PrePersist
  void stamp(Letter letter) {
    letter.setStamp(office.stamp() + (letters == null ? " alone" : ""));
  }

  @Override
  public void destroy() {
    office.closed();
  }
}
