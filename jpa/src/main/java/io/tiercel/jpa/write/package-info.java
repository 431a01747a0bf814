/// Rows on their way to the database. A flush is a list of [Write]s, each one statement for all its
/// rows; the form of the statement is chosen by what it costs. Start at [WriteBatch]. What changed
/// and in which order is decided above, in the persistence context.
package io.tiercel.jpa.write;
