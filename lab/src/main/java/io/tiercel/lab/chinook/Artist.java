package io.tiercel.lab.chinook;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who plays.
@Entity
@Table(name = "artist")
public class Artist {
  @Id private int id;

  private @Nullable String name;

  @OneToMany(mappedBy = "artist")
  private List<Album> albums = new ArrayList<>();

  protected Artist() {}

  public Artist(int id, @Nullable String name) {
    this.id = id;
    this.name = name;
  }

  public int getId() {
    return id;
  }

  public @Nullable String getName() {
    return name;
  }

  public List<Album> getAlbums() {
    return albums;
  }
}
