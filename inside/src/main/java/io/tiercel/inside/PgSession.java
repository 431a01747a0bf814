package io.tiercel.inside;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// The PostgreSQL session that called the running Java code. Confined to the thread of the call: it
/// is the backend that executes the statements, in the caller's transaction and as its current
/// user, and it has one thread.
///
/// A class rather than an interface, so that a test can put one of its own in place and call the
/// same methods without a server.
public abstract class PgSession {
  private static final ThreadLocal<PgSession> CURRENT = new ThreadLocal<>();

  /// For the worker's sessions, and for those of tests.
  protected PgSession() {}

  /// The session of the running call.
  ///
  /// @throws IllegalStateException on a thread that PostgreSQL did not call
  public static PgSession current() {
    PgSession session = CURRENT.get();
    if (session == null) {
      throw new IllegalStateException(
          "no PostgreSQL session called this thread; statements belong to the thread of the call");
    }
    return session;
  }

  /// As [#current()], null on a thread that PostgreSQL did not call: for code that runs without a
  /// session, too.
  public static @Nullable PgSession currentOrNull() {
    return CURRENT.get();
  }

  /// Makes this the [#current()] session of the running thread, until it ends.
  protected final void attachToThread() {
    CURRENT.set(this);
  }

  /// The name of the database.
  public abstract String database();

  /// The user who logged in; not always the one whose rights hold, which `current_user` tells.
  public abstract String user();

  /// The process id of the backend.
  public abstract int backendPid();

  /// The setting `timezone` when the session made its first call.
  public abstract ZoneId timeZone();

  /// Executes a statement with parameters `$1`, `$2` … and returns how many rows it processed.
  /// A function that is `STABLE` or `IMMUTABLE` may only read.
  ///
  /// @throws PgException if it fails; what it did is undone then, and the transaction goes on
  public abstract long execute(String sql, @Nullable Object... parameters);

  /// Executes a query and returns its rows: as `rowType`'s record, whose components take the
  /// columns in order, or as values of `rowType` where there is one column. All rows are in memory
  /// at once.
  ///
  /// @return rows may be null where a single column is
  /// @throws PgException as [#execute]; `42804` if the columns do not fit `rowType`
  public abstract <T> List<@Nullable T> query(
      Class<T> rowType, String sql, @Nullable Object... parameters);

  /// Runs work in a savepoint: when it throws, what it did in the database is undone.
  public abstract <T extends @Nullable Object> T inSavepoint(Callable<T> work) throws Exception;

  /// A JDBC connection into this session, as `DriverManager` gives it for `jdbc:tiercel:inside` and
  /// `jdbc:default:connection`. It belongs to the running call. A transaction that it begins is a
  /// subtransaction of the caller's, and the caller's transaction itself where [#commit()] may be
  /// called; outside of one each statement is undone when it fails. COPY TO STDOUT is not
  /// possible.
  public abstract Connection connection() throws SQLException;

  /// Gives [#connection()]s into the session whose call runs on the thread that asks: for an
  /// EntityManagerFactory, which all sessions share.
  public static DataSource dataSource() {
    return InsideDataSource.INSTANCE;
  }

  /// Commits the transaction and begins the next: in a procedure that CALL runs outside of a
  /// transaction block, and in DO. Not within [#inSavepoint].
  ///
  /// @throws PgException `2D000` elsewhere; or what the commit failed of, and then the transaction
  ///     is rolled back and the next has begun
  public abstract void commit();

  /// Rolls the transaction back and begins the next, where [#commit()] may be called.
  ///
  /// @throws PgException `2D000` elsewhere
  public abstract void rollback();

  /// Reports a message at a level; it ends nothing.
  public abstract void log(PgLogLevel level, String message);

  /// Reports a message with its SQLSTATE, detail and hint; it ends nothing. What caused it goes to
  /// the server's log.
  public abstract void log(PgLogLevel level, PgException message);

  /// Values that Java code keeps from call to call of this session. They are not undone by a
  /// rollback, and lost when the worker ends or a call is cancelled.
  public abstract Map<String, Object> attributes();
}
