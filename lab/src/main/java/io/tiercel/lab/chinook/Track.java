package io.tiercel.lab.chinook;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the shop sells. Its price changes, so it has a version.
@Entity
@Table(name = "track")
public class Track {
  @Id private int id;

  @Version private int version;

  private String name;

  private @Nullable String composer;

  private int milliseconds;

  @Column(precision = 10, scale = 2)
  private BigDecimal price;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Album album;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Genre genre;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private MediaType mediaType;

  @ManyToMany(mappedBy = "tracks")
  private List<Playlist> playlists = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // the provider fills the fields
  protected Track() {}

  public Track(
      int id,
      String name,
      @Nullable String composer,
      int milliseconds,
      BigDecimal price,
      Album album,
      Genre genre,
      MediaType mediaType) {
    this.id = id;
    this.name = name;
    this.composer = composer;
    this.milliseconds = milliseconds;
    this.price = price;
    this.album = album;
    this.genre = genre;
    this.mediaType = mediaType;
  }

  public void setPrice(BigDecimal price) {
    this.price = price;
  }

  public int getId() {
    return id;
  }

  public int getVersion() {
    return version;
  }

  public String getName() {
    return name;
  }

  public @Nullable String getComposer() {
    return composer;
  }

  public int getMilliseconds() {
    return milliseconds;
  }

  public BigDecimal getPrice() {
    return price;
  }

  public Album getAlbum() {
    return album;
  }

  public Genre getGenre() {
    return genre;
  }

  public MediaType getMediaType() {
    return mediaType;
  }

  public List<Playlist> getPlaylists() {
    return playlists;
  }
}
