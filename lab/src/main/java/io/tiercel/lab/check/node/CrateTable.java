package io.tiercel.lab.check.node;

import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/// The crates and rates as the tables have them, and the questions that are asked about them.
public final class CrateTable {
  /// Ids of crates run from 1 to this.
  public static final int CRATES = 6;

  /// Ids of things.
  public static final int THINGS = 40;

  /// Ids of pieces, which stay.
  public static final int PIECES = 12;

  /// Ids of labels.
  public static final int LABELS = 8;

  /// Of values.
  public static final int WORDS = 8;

  /// Ids of rates.
  public static final int RATES = 24;

  /// Of rates.
  public static final int BANDS = 4;

  private CrateTable() {}

  /// A value.
  public static String word(int number) {
    return "word " + number;
  }

  /// What may be asked for, and the SQL that has the answer.
  enum Question {
    THINGS(
        "select id || ' at ' || price || ' in ' || crate_id from thing where crate_id = %d",
        CrateTable.CRATES),
    CHEAPEST(
        "select id || ' at ' || price || ' in ' || crate_id from thing where crate_id = %d order by"
            + " price, id",
        CrateTable.CRATES),
    PIECES("select name from piece where crate_id = %d", CrateTable.CRATES),
    LABELS("select 'label ' || label_id from crate_label where crate_id = %d", CrateTable.CRATES),
    WORDS("select word from crate_word where crate_id = %d", CrateTable.CRATES),
    CRATES_OF_LABEL(
        "select 'crate ' || crate_id from crate_label where label_id = %d", CrateTable.LABELS),
    BAND(
        "select id || ': ' || band || ' ' || amount from rate where band = %d order by amount, id",
        CrateTable.BANDS),
    CHEAP(
        "select id || ': ' || band || ' ' || amount from rate where amount < %d00 order by id", 10);

    private final String sql;
    private final int last;

    Question(String sql, int last) {
      this.sql = sql;
      this.last = last;
    }

    /// Numbers to ask about run from 1 to this.
    int last() {
      return last;
    }

    List<String> ask(EntityManager manager, int number) {
      return switch (this) {
        case THINGS -> manager.find(Crate.class, number).things();
        case CHEAPEST -> manager.find(Crate.class, number).cheapestFirst();
        case PIECES -> manager.find(Crate.class, number).pieces();
        case LABELS -> manager.find(Crate.class, number).labels();
        case WORDS -> manager.find(Crate.class, number).words();
        case CRATES_OF_LABEL -> manager.find(Label.class, number).crates();
        case BAND -> band(manager, number);
        case CHEAP -> cheap(manager, number);
      };
    }

    private List<String> expected(Connection connection, int number) throws SQLException {
      var states = new ArrayList<String>();
      try (var statement = connection.createStatement();
          var rows = statement.executeQuery(sql.formatted(number))) {
        while (rows.next()) {
          states.add(rows.getString(1));
        }
      }
      if (!sql.contains("order by")) {
        Collections.sort(states);
      }
      return states;
    }
  }

  private static List<String> band(EntityManager manager, int band) {
    return manager
        .createQuery(
            "select r from Rate r where r.band = :band order by r.amount, r.id", Rate.class)
        .setParameter("band", band)
        .getResultList()
        .stream()
        .map(Rate::state)
        .toList();
  }

  private static List<String> cheap(EntityManager manager, int hundreds) {
    return manager
        .createQuery("select r from Rate r where r.amount < :least order by r.id", Rate.class)
        .setParameter("least", hundreds * 100)
        .getResultList()
        .stream()
        .map(Rate::state)
        .toList();
  }

  /// Asks everything.
  ///
  /// @param node answers with what it has stored, where it has
  static void check(
      TableCheck check,
      Function<Function<EntityManager, List<String>>, List<String>> node,
      Connection connection)
      throws SQLException {
    for (var question : Question.values()) {
      for (int number = 1; number <= question.last(); number++) {
        int asked = number;
        check.compare(
            "%s %d".formatted(question, number),
            node.apply(manager -> question.ask(manager, asked)),
            question.expected(connection, number));
      }
    }
  }
}
