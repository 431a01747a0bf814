package io.tiercel.lab.check.run;

import io.tiercel.lab.check.node.CrateTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

/// What foreign writers do with the elements of crates, and with rates.
final class Crates {
  /// Everything that may come and go, as far as it is not there.
  static final String[] FILL = {
    "insert into thing select n, n %% %d + 1, n * 7 %% 50 from generate_series(1, %d) n on conflict do nothing"
        .formatted(CrateTable.CRATES, CrateTable.THINGS),
    "insert into crate_label select n %% %d + 1, n %% %d + 1 from generate_series(1, 24) n on conflict do nothing"
        .formatted(CrateTable.CRATES, CrateTable.LABELS),
    "insert into crate_word select n %% %d + 1, 'word ' || n %% %d + 1 from generate_series(1, 24) n on conflict do nothing"
        .formatted(CrateTable.CRATES, CrateTable.WORDS),
    "insert into rate select n, n %% %d + 1, n * 70 %% 1000 from generate_series(1, %d) n on conflict do nothing"
        .formatted(CrateTable.BANDS, CrateTable.RATES / 2)
  };

  /// Empties the tables.
  static final String TRUNCATE = "truncate thing, crate_label, crate_word, rate";

  private static final String UNIQUE_VIOLATION = "23505";

  private Crates() {}

  /// One change. Where what it makes is there already nothing happens.
  static void change(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(change());
    } catch (SQLException e) {
      if (!UNIQUE_VIOLATION.equals(e.getSQLState())) {
        throw e;
      }
    }
  }

  private static String change() {
    int thing = upTo(CrateTable.THINGS);
    int crate = upTo(CrateTable.CRATES);
    int label = upTo(CrateTable.LABELS);
    int rate = upTo(CrateTable.RATES);
    var word = CrateTable.word(upTo(CrateTable.WORDS));
    return switch (upTo(18)) {
      case 1 ->
          "insert into thing values (%d, %d, %d) on conflict do nothing"
              .formatted(thing, crate, upTo(50));
      case 2 -> "delete from thing where id = " + thing;
      case 3, 4, 5 -> "update thing set crate_id = %d where id = %d".formatted(crate, thing);
      case 6 -> "update thing set price = %d where id = %d".formatted(upTo(50), thing);
      case 7 -> "update thing set id = %d where id = %d".formatted(upTo(CrateTable.THINGS), thing);
      case 8 ->
          "insert into crate_label values (%d, %d) on conflict do nothing".formatted(crate, label);
      case 9 ->
          "delete from crate_label where crate_id = %d and label_id = %d".formatted(crate, label);
      case 10 ->
          "update crate_label set crate_id = %d where crate_id = %d and label_id = %d"
              .formatted(upTo(CrateTable.CRATES), crate, label);
      case 11 ->
          "insert into crate_word values (%d, '%s') on conflict do nothing".formatted(crate, word);
      case 12 ->
          "delete from crate_word where crate_id = %d and word = '%s'".formatted(crate, word);
      case 13 ->
          "update crate_word set crate_id = %d where crate_id = %d and word = '%s'"
              .formatted(upTo(CrateTable.CRATES), crate, word);
      case 14 ->
          "insert into rate values (%d, %d, %d) on conflict do nothing"
              .formatted(rate, upTo(CrateTable.BANDS), upTo(1000));
      case 15 -> "delete from rate where id = " + rate;
      case 16, 17 ->
          "update piece set crate_id = %d where id = %d".formatted(crate, upTo(CrateTable.PIECES));
      default ->
          "update rate set band = %d, amount = %d where id = %d"
              .formatted(upTo(CrateTable.BANDS), upTo(1000), rate);
    };
  }

  private static int upTo(int last) {
    return ThreadLocalRandom.current().nextInt(last) + 1;
  }
}
