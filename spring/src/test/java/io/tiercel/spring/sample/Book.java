package io.tiercel.spring.sample;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Version;

/// What a writer writes.
@Entity
public class Book {
  @Id @GeneratedValue private Long id;
  @Version private int version;
  private String title;
  private int published;
  private String shelfMark;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Writer writer;

  protected Book() {}

  Book(String title, int published, Writer writer) {
    this.title = title;
    this.published = published;
    this.writer = writer;
  }

  public Long getId() {
    return id;
  }

  public int getVersion() {
    return version;
  }

  public String getTitle() {
    return title;
  }

  public void setTitle(String title) {
    this.title = title;
  }

  public int getPublished() {
    return published;
  }

  public String getShelfMark() {
    return shelfMark;
  }

  public Writer getWriter() {
    return writer;
  }
}
