package io.tiercel.lab.chinook;

import io.tiercel.lab.data.JdbcStep;
import io.tiercel.lab.data.SourceRow;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;

/// The schema and the INSERT statements of Chinook as somebody who writes JDBC by hand would write
/// them.
final class ChinookJdbcLoad {
  static final String DDL =
      """
      create table artist (id integer primary key, name varchar(255));
      create table album (id integer primary key, title varchar(255),
        artist_id integer not null references artist);
      create table genre (id integer primary key, name varchar(255));
      create table media_type (id integer primary key, name varchar(255));
      create table track (id integer primary key, version integer not null, name varchar(255),
        composer varchar(255), milliseconds integer not null, price numeric(10,2),
        album_id integer not null references album, genre_id integer not null references genre,
        media_type_id integer not null references media_type);
      create table playlist (id integer primary key, name varchar(255));
      create table playlist_track (playlist_id integer not null references playlist,
        track_id integer not null references track);
      create table employee (id integer primary key, first_name varchar(255),
        last_name varchar(255), title varchar(255), hired_on date, street varchar(255),
        city varchar(255), state varchar(255), country varchar(255), postal_code varchar(255),
        supervisor_id integer references employee);
      create table customer (id integer primary key, first_name varchar(255),
        last_name varchar(255), company varchar(255), street varchar(255), city varchar(255),
        state varchar(255), country varchar(255), postal_code varchar(255), email varchar(255),
        support_agent_id integer references employee);
      create sequence invoice_seq start 1000;
      create table invoice (id bigint default nextval('invoice_seq') primary key,
        invoiced_on date, street varchar(255), city varchar(255), state varchar(255),
        country varchar(255), postal_code varchar(255), total numeric(10,2),
        customer_id integer not null references customer);
      create sequence invoice_line_seq;
      create table invoice_line (id bigint default nextval('invoice_line_seq') primary key,
        quantity integer not null, price numeric(10,2),
        track_id integer not null references track, invoice_id bigint not null references invoice);
      """;

  private final Chinook source;

  ChinookJdbcLoad(Chinook source) {
    this.source = source;
  }

  List<JdbcStep> steps() {
    return List.of(
        step("artists", "Artist", "artist", 2, ChinookJdbcLoad::artist),
        step("albums", "Album", "album", 3, ChinookJdbcLoad::album),
        step("genres", "Genre", "genre", 2, ChinookJdbcLoad::genre),
        step("media types", "MediaType", "media_type", 2, ChinookJdbcLoad::mediaType),
        step("tracks", "Track", "track", 9, ChinookJdbcLoad::track),
        step("playlists", "Playlist", "playlist", 2, ChinookJdbcLoad::playlist),
        step("playlists", "PlaylistTrack", "playlist_track", 2, ChinookJdbcLoad::playlistTrack),
        step("employees", "Employee", "employee", 11, ChinookJdbcLoad::employee),
        step("customers", "Customer", "customer", 11, ChinookJdbcLoad::customer),
        step("invoices", "Invoice", "invoice", 9, ChinookJdbcLoad::invoice),
        step(
            "lines",
            "InvoiceLine",
            "invoice_line (quantity, price, track_id, invoice_id)",
            4,
            ChinookJdbcLoad::line));
  }

  /// Sets the parameters of one row.
  @FunctionalInterface
  private interface Binder {
    void bind(PreparedStatement statement, SourceRow row) throws SQLException;
  }

  private JdbcStep step(String what, String from, String table, int columns, Binder binder) {
    List<SourceRow> rows = source.rows(from);
    return new JdbcStep(
        what,
        "insert into " + table + " values (?" + ", ?".repeat(columns - 1) + ")",
        rows.size(),
        (statement, index) -> binder.bind(statement, rows.get(index)));
  }

  private static void artist(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("ArtistId"));
    insert.setString(2, row.textOrNull("Name"));
  }

  private static void album(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("AlbumId"));
    insert.setString(2, row.text("Title"));
    insert.setInt(3, row.integer("ArtistId"));
  }

  private static void genre(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("GenreId"));
    insert.setString(2, row.text("Name"));
  }

  private static void mediaType(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("MediaTypeId"));
    insert.setString(2, row.text("Name"));
  }

  private static void track(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("TrackId"));
    insert.setInt(2, 0);
    insert.setString(3, row.text("Name"));
    insert.setString(4, row.textOrNull("Composer"));
    insert.setInt(5, row.integer("Milliseconds"));
    insert.setBigDecimal(6, row.decimal("UnitPrice"));
    insert.setInt(7, row.integer("AlbumId"));
    insert.setInt(8, row.integer("GenreId"));
    insert.setInt(9, row.integer("MediaTypeId"));
  }

  private static void playlist(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("PlaylistId"));
    insert.setString(2, row.text("Name"));
  }

  private static void playlistTrack(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("PlaylistId"));
    insert.setInt(2, row.integer("TrackId"));
  }

  private static void employee(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("EmployeeId"));
    insert.setString(2, row.text("FirstName"));
    insert.setString(3, row.text("LastName"));
    insert.setString(4, row.textOrNull("Title"));
    insert.setObject(5, row.date("HireDate"), Types.DATE);
    address(insert, 6, row, "");
    insert.setObject(11, row.integerOrNull("ReportsTo"), Types.INTEGER);
  }

  private static void customer(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("CustomerId"));
    insert.setString(2, row.text("FirstName"));
    insert.setString(3, row.text("LastName"));
    insert.setString(4, row.textOrNull("Company"));
    address(insert, 5, row, "");
    insert.setString(10, row.text("Email"));
    insert.setObject(11, row.integerOrNull("SupportRepId"), Types.INTEGER);
  }

  private static void invoice(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setLong(1, row.integer("InvoiceId"));
    insert.setObject(2, row.date("InvoiceDate"), Types.DATE);
    address(insert, 3, row, "Billing");
    insert.setBigDecimal(8, row.decimal("Total"));
    insert.setInt(9, row.integer("CustomerId"));
  }

  private static void line(PreparedStatement insert, SourceRow row) throws SQLException {
    insert.setInt(1, row.integer("Quantity"));
    insert.setBigDecimal(2, row.decimal("UnitPrice"));
    insert.setInt(3, row.integer("TrackId"));
    insert.setLong(4, row.integer("InvoiceId"));
  }

  private static void address(PreparedStatement insert, int first, SourceRow row, String prefix)
      throws SQLException {
    insert.setString(first, row.textOrNull(prefix + "Address"));
    insert.setString(first + 1, row.textOrNull(prefix + "City"));
    insert.setString(first + 2, row.textOrNull(prefix + "State"));
    insert.setString(first + 3, row.textOrNull(prefix + "Country"));
    insert.setString(first + 4, row.textOrNull(prefix + "PostalCode"));
  }
}
