/// Histories of rows that only grow: every write appends a token that nobody else appends, so a row
/// names all writes that it has seen, in the order of their commits. Start with [Examination].
package io.tiercel.lab.check.history;
