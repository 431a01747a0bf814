package io.tiercel.lab.chinook;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;

/// A record by an [Artist].
@Entity
@Table(name = "album")
public class Album {
  @Id private int id;

  private String title;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Artist artist;

  @OneToMany(mappedBy = "album")
  private List<Track> tracks = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Album() {}

  public Album(int id, String title, Artist artist) {
    this.id = id;
    this.title = title;
    this.artist = artist;
  }

  public int getId() {
    return id;
  }

  public String getTitle() {
    return title;
  }

  public Artist getArtist() {
    return artist;
  }

  public List<Track> getTracks() {
    return tracks;
  }
}
