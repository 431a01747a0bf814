package io.tiercel.spring.sample;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// What the library does, each in a transaction.
@Service
public class Catalogue {
  private final Books books;
  private final Writers writers;

  Catalogue(Books books, Writers writers) {
    this.books = books;
    this.writers = writers;
  }

  /// Found again by its title; the change is written at the end.
  @Transactional
  public void retitle(String title, String better) {
    Book book = books.findByTitle(title, Book.class).getFirst();
    book.setTitle(better);
  }

  @Transactional(readOnly = true)
  public String writerOf(String title) {
    return books.findByTitle(title, Book.class).getFirst().getWriter().getName();
  }

  /// Adds a writer and fails.
  @Transactional
  public void fail(String writer) {
    writers.save(new Writer(writer));
    writers.flush();
    throw new IllegalStateException("no such luck");
  }
}
