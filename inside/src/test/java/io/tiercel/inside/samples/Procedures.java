package io.tiercel.inside.samples;

import io.tiercel.inside.PgException;
import io.tiercel.inside.PgSession;

/// Procedures that end transactions.
public final class Procedures {
  private Procedures() {}

  public record Counted(int committed, int rolledBack) {}

  /// Inserts 1 to count, commits after each even one, rolls back after each odd one.
  public static Counted alternate(int count) {
    PgSession session = PgSession.current();
    int committed = 0;
    for (int i = 1; i <= count; i++) {
      session.execute("insert into entry values ($1)", i);
      if (i % 2 == 0) {
        session.commit();
        committed++;
      } else {
        session.rollback();
      }
    }
    return new Counted(committed, count - committed);
  }

  public static void commit() {
    PgSession.current().commit();
  }

  public static String commitState() {
    try {
      PgSession.current().commit();
      return "committed";
    } catch (PgException e) {
      return e.sqlState();
    }
  }

  /// A commit that fails by a deferred constraint, and another one afterwards.
  public static void survivesFailedCommit() {
    PgSession session = PgSession.current();
    session.execute("insert into child values (1, 42)");
    try {
      session.commit();
    } catch (PgException e) {
      session.execute("insert into entry_text values ($1)", e.sqlState());
      session.commit();
    }
    session.execute("insert into entry_text values ('uncommitted')");
    session.rollback();
  }

  public static void commitInSavepoint() throws Exception {
    PgSession.current()
        .inSavepoint(
            () -> {
              PgSession.current().commit();
              return null;
            });
  }

  /// What a DO block calls.
  public static void block() {
    PgSession session = PgSession.current();
    session.execute("insert into entry values (77)");
    session.commit();
    session.execute("insert into entry values (78)");
    session.rollback();
  }
}
