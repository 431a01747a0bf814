package io.tiercel.jpa.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Told of the transactions of a session, and adds to what commits them. Confined to the thread of
/// the session, but for [#ended], which a transaction manager may bring about on another.
public interface TransactionWatch {

  /// The tables whose rows may be stored of what is read or written back next, by their names; null
  /// when none are.
  @Nullable List<String> stores();

  /// Rows are about to come from a connection.
  ///
  /// @param from where it leads to; null when that is not known
  void reads(@Nullable ReaderState from);

  /// A transaction begins; nothing of it was sent yet.
  void begun(TransactionModes modes);

  /// From here on statements may be sent that nobody here knows.
  void lent();

  /// COMMIT is about to be sent with these statements.
  ///
  /// @param last may be added to
  /// @return what is asked right behind COMMIT, in the same exchange; its failure fails nothing
  Flight beforeCommit(Flight last);

  /// COMMIT was answered, and what was asked behind it as well, unless that failed.
  void committed();

  /// The transaction is over as far as a manager has told, who may have committed it. Comes before
  /// [#ended], on the same thread.
  void left();

  /// The transaction is over: after [#committed], or rolled back, or ended by a manager, or nobody
  /// knows how.
  void ended();
}
