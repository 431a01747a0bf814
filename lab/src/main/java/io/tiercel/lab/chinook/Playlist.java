package io.tiercel.lab.chinook;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;

/// A list of tracks; a track is on many.
@Entity
@Table(name = "playlist")
public class Playlist {
  @Id private int id;

  private String name;

  @ManyToMany
  @JoinTable(
      name = "playlist_track",
      joinColumns = @JoinColumn(name = "playlist_id"),
      inverseJoinColumns = @JoinColumn(name = "track_id"))
  private List<Track> tracks = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Playlist() {}

  public Playlist(int id, String name) {
    this.id = id;
    this.name = name;
  }

  public void addTrack(Track track) {
    tracks.add(track);
  }

  public int getId() {
    return id;
  }

  public String getName() {
    return name;
  }

  public List<Track> getTracks() {
    return tracks;
  }
}
