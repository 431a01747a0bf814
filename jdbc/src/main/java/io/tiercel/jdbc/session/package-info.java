/// What connection, statements and results of one session share: the lock, the transaction that
/// begins with the first statement, results that are not read yet, cancelling, warnings. Start at
/// [io.tiercel.jdbc.session.Session].
package io.tiercel.jdbc.session;
