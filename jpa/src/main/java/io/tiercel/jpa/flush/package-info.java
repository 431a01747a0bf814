/// Works out what a flush has to write: what changed, in which order, and what becomes of
/// collections and orphans. Start at [Flusher]. How rows reach the database is left to
/// [io.tiercel.jpa.write].
package io.tiercel.jpa.flush;
