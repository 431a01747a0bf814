package io.tiercel.lab.chinook;

import io.tiercel.lab.data.DataArtifact;
import io.tiercel.lab.data.DataSet;
import io.tiercel.lab.data.Figure;
import io.tiercel.lab.data.HsqldbScript;
import io.tiercel.lab.data.JdbcStep;
import io.tiercel.lab.data.JpaStep;
import io.tiercel.lab.data.Shop;
import io.tiercel.lab.data.SourceRow;
import io.tiercel.lab.data.SourceTable;
import jakarta.persistence.EntityManagerFactory;
import java.math.BigDecimal;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/// The small data set: 3,503 tracks, 412 invoices with 2,240 lines, 18 playlists.
public final class Chinook implements DataSet {
  private static final Set<String> TABLES =
      Set.of(
          "Album",
          "Artist",
          "Customer",
          "Employee",
          "Genre",
          "Invoice",
          "InvoiceLine",
          "MediaType",
          "Playlist",
          "PlaylistTrack",
          "Track");

  private final Map<String, SourceTable> tables;
  private final Map<Integer, List<SourceRow>> linesOfInvoice;
  private final Map<Integer, List<SourceRow>> tracksOfPlaylist;

  private Chinook(Map<String, SourceTable> tables) {
    this.tables = tables;
    this.linesOfInvoice = group("InvoiceLine", "InvoiceId");
    this.tracksOfPlaylist = group("PlaylistTrack", "PlaylistId");
  }

  /// Reads the artifact, some milliseconds. Throws [io.tiercel.lab.data.DataException] when it is
  /// missing or damaged.
  public static Chinook read() {
    return new Chinook(HsqldbScript.read(DataArtifact.CHINOOK, TABLES));
  }

  List<SourceRow> rows(String table) {
    return Objects.requireNonNull(tables.get(table), table).rows();
  }

  List<SourceRow> lines(SourceRow invoice) {
    return linesOfInvoice.getOrDefault(invoice.integer("InvoiceId"), List.of());
  }

  List<SourceRow> tracks(SourceRow playlist) {
    return tracksOfPlaylist.getOrDefault(playlist.integer("PlaylistId"), List.of());
  }

  private Map<Integer, List<SourceRow>> group(String table, String column) {
    var groups = new HashMap<Integer, List<SourceRow>>();
    for (SourceRow row : rows(table)) {
      groups.computeIfAbsent(row.integer(column), key -> new ArrayList<>()).add(row);
    }
    return groups;
  }

  @Override
  public String name() {
    return "Chinook";
  }

  @Override
  public String slug() {
    return "chinook";
  }

  @Override
  public String version() {
    return DataArtifact.CHINOOK.coordinates() + " mapping 1";
  }

  @Override
  public long rows() {
    return TABLES.stream().mapToLong(table -> rows(table).size()).sum();
  }

  @Override
  public List<Class<?>> entities() {
    return List.of(
        Address.class,
        Album.class,
        Artist.class,
        Customer.class,
        Employee.class,
        Genre.class,
        Invoice.class,
        InvoiceLine.class,
        MediaType.class,
        Playlist.class,
        Track.class);
  }

  @Override
  public List<JpaStep> jpaSteps() {
    return new ChinookJpaLoad(this).steps();
  }

  @Override
  public String ddl() {
    return ChinookJdbcLoad.DDL;
  }

  @Override
  public List<JdbcStep> jdbcSteps() {
    return new ChinookJdbcLoad(this).steps();
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        Figure.rows("artist", rows("Artist").size()),
        Figure.rows("album", rows("Album").size()),
        Figure.rows("genre", rows("Genre").size()),
        Figure.rows("media_type", rows("MediaType").size()),
        Figure.rows("track", rows("Track").size()),
        Figure.rows("playlist", rows("Playlist").size()),
        Figure.rows("playlist_track", rows("PlaylistTrack").size()),
        Figure.rows("employee", rows("Employee").size()),
        Figure.rows("customer", rows("Customer").size()),
        Figure.rows("invoice", rows("Invoice").size()),
        Figure.rows("invoice_line", rows("InvoiceLine").size()),
        new Figure(
            "invoiced",
            "select sum(total) from invoice",
            sum("Invoice", row -> row.decimal("Total"))),
        new Figure(
            "invoiced by lines",
            "select sum(price * quantity) from invoice_line",
            sum("InvoiceLine", row -> row.decimal("UnitPrice").multiply(row.decimal("Quantity")))),
        new Figure(
            "list prices",
            "select sum(price) from track",
            sum("Track", row -> row.decimal("UnitPrice"))),
        new Figure(
            "playing time",
            "select sum(milliseconds) from track",
            sum("Track", row -> row.decimal("Milliseconds"))),
        Figure.of("rock on playlists", ROCK_ON_PLAYLISTS, rockOnPlaylists()));
  }

  /// Goes through the join table, so that rows tied to the wrong end show.
  private static final String ROCK_ON_PLAYLISTS =
      """
      select count(*) from playlist_track p
      join track t on t.id = p.track_id join genre g on g.id = t.genre_id
      where g.name = 'Rock'""";

  private long rockOnPlaylists() {
    int rock =
        rows("Genre").stream()
            .filter(row -> row.text("Name").equals("Rock"))
            .mapToInt(row -> row.integer("GenreId"))
            .findFirst()
            .orElseThrow();
    var tracks =
        rows("Track").stream()
            .filter(row -> row.integer("GenreId") == rock)
            .map(row -> row.integer("TrackId"))
            .collect(java.util.stream.Collectors.toSet());
    return rows("PlaylistTrack").stream()
        .filter(row -> tracks.contains(row.integer("TrackId")))
        .count();
  }

  private BigDecimal sum(String table, Function<SourceRow, BigDecimal> value) {
    return rows(table).stream().map(value).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  @Override
  public Shop jpaShop(EntityManagerFactory factory) {
    return new ChinookJpaShop(factory);
  }

  @Override
  public Shop jdbcShop(Connection connection) {
    return new ChinookJdbcShop(connection);
  }
}
