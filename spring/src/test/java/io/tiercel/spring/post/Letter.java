package io.tiercel.spring.post;

import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.validation.constraints.NotBlank;

/// A letter that a service of the application stamps, with text that another seals.
@Entity
@EntityListeners(Stamping.class)
public class Letter {
  @Id @GeneratedValue private Long id;
  private String stamp;

  @NotBlank
  @Convert(converter = Sealing.class)
  private String text;

  protected Letter() {}

  public Letter(String text) {
    this.text = text;
  }

  public Long getId() {
    return id;
  }

  public String getStamp() {
    return stamp;
  }

  public void setStamp(String stamp) {
    this.stamp = stamp;
  }

  public String getText() {
    return text;
  }
}
