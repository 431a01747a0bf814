package io.tiercel.spring.sample;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.time.Instant;
import org.springframework.data.annotation.CreatedBy;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/// A note that knows who wrote it and when.
@Entity
@EntityListeners(AuditingEntityListener.class)
public class Note {
  @Id @GeneratedValue private Long id;
  @Version private int version;
  private String text;

  @CreatedDate
  @Column(updatable = false)
  private Instant created;

  @LastModifiedDate private Instant changed;

  @CreatedBy
  @Column(updatable = false)
  private String author;

  protected Note() {}

  public Note(String text) {
    this.text = text;
  }

  public Long getId() {
    return id;
  }

  public String getText() {
    return text;
  }

  public void setText(String text) {
    this.text = text;
  }

  public Instant getCreated() {
    return created;
  }

  public Instant getChanged() {
    return changed;
  }

  public String getAuthor() {
    return author;
  }
}
