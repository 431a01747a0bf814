package io.tiercel.spring.sample;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;

/// Somebody who writes books.
@Entity
public class Writer {
  @Id @GeneratedValue private Long id;
  @Version private int version;

  @Column(unique = true)
  private String name;

  @OneToMany(mappedBy = "writer", cascade = CascadeType.ALL, orphanRemoval = true)
  @OrderBy("published")
  private List<Book> books = new ArrayList<>();

  protected Writer() {}

  public Writer(String name) {
    this.name = name;
  }

  public Book write(String title, int published) {
    Book book = new Book(title, published, this);
    books.add(book);
    return book;
  }

  public Long getId() {
    return id;
  }

  public int getVersion() {
    return version;
  }

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public List<Book> getBooks() {
    return books;
  }
}
