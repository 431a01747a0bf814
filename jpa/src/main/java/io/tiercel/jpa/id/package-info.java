/// Generated ids: blocks of a sequence or of a table of counters, and UUIDs. Start at
/// [IdAllocators].
package io.tiercel.jpa.id;
