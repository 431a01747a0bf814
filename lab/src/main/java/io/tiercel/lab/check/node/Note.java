package io.tiercel.lab.check.node;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// A row that comes, goes, moves between buckets, and is looked up by a unique code.
@Entity
@Cacheable
@Table(name = "note")
public class Note {
  @Id private int id;

  @Column(name = "code", unique = true)
  private String code;

  @Column(name = "bucket")
  private int bucket;

  @Column(name = "body")
  private String body;

  /// For the provider.
  @SuppressWarnings("NullAway.Init") // filled by the provider
  protected Note() {}

  Note(int id, String code, int bucket, String body) {
    this.id = id;
    this.code = code;
    this.bucket = bucket;
    this.body = body;
  }

  public int getId() {
    return id;
  }

  void move(int toBucket) {
    bucket = toBucket;
  }

  String state() {
    return "%d %s %d %s".formatted(id, code, bucket, body);
  }
}
