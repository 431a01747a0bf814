/// The connection properties: which there are, and what becomes of pgjdbc's. Start with
/// [io.tiercel.jdbc.property.DriverProperties].
package io.tiercel.jdbc.property;
