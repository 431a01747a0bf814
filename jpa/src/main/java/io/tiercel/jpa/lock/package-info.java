/// Locks that statements take on rows: what a lock mode asks for, and the statements that lock rows
/// beyond those of the entity itself. Start at [RowLock].
package io.tiercel.jpa.lock;
