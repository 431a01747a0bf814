/// Connections and transactions as the persistence context uses them: a small pool, and a session
/// whose statements travel in flights, so that BEGIN rides with the first one and COMMIT with the
/// last. Start at [Session].
package io.tiercel.jpa.session;
