package io.tiercel.lab.chinook;

import io.tiercel.lab.data.JpaStep;
import io.tiercel.lab.data.SourceRow;
import jakarta.persistence.EntityManager;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes entities of the source and persists them, parents first. What an entity refers to is taken
/// by [EntityManager#getReference], so that nothing is read while loading.
final class ChinookJpaLoad {
  private static final int BATCH = 500;

  private final Chinook source;

  ChinookJpaLoad(Chinook source) {
    this.source = source;
  }

  List<JpaStep> steps() {
    return List.of(
        step("artists", "Artist", ChinookJpaLoad::artist),
        step("albums", "Album", ChinookJpaLoad::album),
        step("genres", "Genre", ChinookJpaLoad::genre),
        step("media types", "MediaType", ChinookJpaLoad::mediaType),
        step("tracks", "Track", ChinookJpaLoad::track),
        step("playlists", "Playlist", this::playlist),
        step("employees", "Employee", ChinookJpaLoad::employee),
        step("customers", "Customer", ChinookJpaLoad::customer),
        step("invoices", "Invoice", this::invoice));
  }

  /// Persists the entity of a row and returns how many rows that makes.
  @FunctionalInterface
  private interface Persist {
    int persist(EntityManager entityManager, SourceRow row);
  }

  private JpaStep step(String what, String table, Persist persist) {
    List<SourceRow> rows = source.rows(table);
    return new JpaStep(
        what, rows.size(), BATCH, (em, index) -> persist.persist(em, rows.get(index)));
  }

  private static int artist(EntityManager em, SourceRow row) {
    em.persist(new Artist(row.integer("ArtistId"), row.textOrNull("Name")));
    return 1;
  }

  private static int album(EntityManager em, SourceRow row) {
    em.persist(
        new Album(
            row.integer("AlbumId"),
            row.text("Title"),
            em.getReference(Artist.class, row.integer("ArtistId"))));
    return 1;
  }

  private static int genre(EntityManager em, SourceRow row) {
    em.persist(new Genre(row.integer("GenreId"), row.text("Name")));
    return 1;
  }

  private static int mediaType(EntityManager em, SourceRow row) {
    em.persist(new MediaType(row.integer("MediaTypeId"), row.text("Name")));
    return 1;
  }

  private static int track(EntityManager em, SourceRow row) {
    em.persist(
        new Track(
            row.integer("TrackId"),
            row.text("Name"),
            row.textOrNull("Composer"),
            row.integer("Milliseconds"),
            row.decimal("UnitPrice"),
            em.getReference(Album.class, row.integer("AlbumId")),
            em.getReference(Genre.class, row.integer("GenreId")),
            em.getReference(MediaType.class, row.integer("MediaTypeId"))));
    return 1;
  }

  private int playlist(EntityManager em, SourceRow row) {
    var playlist = new Playlist(row.integer("PlaylistId"), row.text("Name"));
    List<SourceRow> tracks = source.tracks(row);
    tracks.forEach(
        track -> playlist.addTrack(em.getReference(Track.class, track.integer("TrackId"))));
    em.persist(playlist);
    return 1 + tracks.size();
  }

  /// The source lists supervisors before their people.
  private static int employee(EntityManager em, SourceRow row) {
    em.persist(
        new Employee(
            row.integer("EmployeeId"),
            row.text("FirstName"),
            row.text("LastName"),
            row.textOrNull("Title"),
            row.date("HireDate"),
            address(row, ""),
            boss(em, row.integerOrNull("ReportsTo"))));
    return 1;
  }

  private static int customer(EntityManager em, SourceRow row) {
    em.persist(
        new Customer(
            row.integer("CustomerId"),
            row.text("FirstName"),
            row.text("LastName"),
            row.textOrNull("Company"),
            address(row, ""),
            row.text("Email"),
            boss(em, row.integerOrNull("SupportRepId"))));
    return 1;
  }

  private static @Nullable Employee boss(EntityManager em, @Nullable Integer id) {
    return id == null ? null : em.getReference(Employee.class, id);
  }

  private int invoice(EntityManager em, SourceRow row) {
    var invoice =
        new Invoice(
            row.date("InvoiceDate"),
            address(row, "Billing"),
            row.decimal("Total"),
            em.getReference(Customer.class, row.integer("CustomerId")));
    List<SourceRow> lines = source.lines(row);
    for (SourceRow line : lines) {
      invoice.addLine(
          new InvoiceLine(
              line.integer("Quantity"),
              line.decimal("UnitPrice"),
              em.getReference(Track.class, line.integer("TrackId"))));
    }
    em.persist(invoice);
    return 1 + lines.size();
  }

  private static Address address(SourceRow row, String prefix) {
    return new Address(
        row.textOrNull(prefix + "Address"),
        row.textOrNull(prefix + "City"),
        row.textOrNull(prefix + "State"),
        row.textOrNull(prefix + "Country"),
        row.textOrNull(prefix + "PostalCode"));
  }
}
