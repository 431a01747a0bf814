/// Rows as they arrive. [io.tiercel.wire.row.DataRow] is a cursor over the receive buffer, so a row
/// costs no object; what the caller wants to keep, it reads into objects of its own.
package io.tiercel.wire.row;
