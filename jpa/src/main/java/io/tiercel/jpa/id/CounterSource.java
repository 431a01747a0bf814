package io.tiercel.jpa.id;

import io.tiercel.jpa.mapping.IdGeneration.Counter;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Session;
import jakarta.persistence.PersistenceException;

/// Ids from a row of a table that counts them (Jakarta Persistence 3.2, section 11.1.53). The row
/// is locked only for a short transaction of its own on another connection: others do not wait for
/// the transaction that needs the ids, and its rollback does not hand them out twice.
final class CounterSource implements IdBlocks.Source {
  private final Counter counter;
  private final String update;
  private final String insert;

  private CounterSource(Counter counter) {
    this.counter = counter;
    String table = counter.table().sql();
    String key = counter.keyColumn().sql();
    String value = counter.valueColumn().sql();
    this.update =
        "update %s set %s = %s + $2::bigint where %s = $1 returning %s::bigint"
            .formatted(table, value, value, key, value);
    this.insert = "insert into %s (%s, %s) values ($1, $2::bigint)".formatted(table, key, value);
  }

  static IdBlocks blocks(Counter counter) {
    return new IdBlocks(new CounterSource(counter), 1);
  }

  @Override
  public long[] take(Session session, int blocks) {
    long ids = Math.multiplyExact((long) blocks, counter.allocationSize());
    long last = take(session, ids);
    return new long[] {Math.subtractExact(last, ids) + 1, last};
  }

  /// The last of as many ids.
  private long take(Session session, long ids) {
    try (Session own = session.beside()) {
      own.begin();
      long[] last = new long[1];
      int rows = increment(own, ids, last);
      if (rows == 0) {
        // A transaction of its own: the UPDATE locked the table already, and two that raise such a
        // lock wait for each other. Whoever else misses the row waits here, and then finds it.
        own.rollback();
        own.begin();
        own.query(
            "lock table %s in share row exclusive mode".formatted(counter.table().sql()),
            row -> {});
        rows = increment(own, ids, last);
      }
      if (rows == 0) {
        last[0] = Math.addExact(counter.initialValue(), ids);
        own.query(insert, row -> {}, counter.key(), last[0]);
      } else if (rows > 1) {
        throw new PersistenceException(
            "table %s has %d rows for the counter \"%s\"\nHint: keep one, and make %s its primary key."
                .formatted(counter.table(), rows, counter.key(), counter.keyColumn().sql()));
      }
      own.commit(new Flight());
      return last[0];
    }
  }

  private int increment(Session own, long ids, long[] last) {
    int[] rows = new int[1];
    own.query(
        update,
        row -> {
          last[0] = row.getLong(0);
          rows[0]++;
        },
        counter.key(),
        ids);
    return rows[0];
  }
}
