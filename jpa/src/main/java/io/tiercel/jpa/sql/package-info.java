/// What statements of the application's own return, and how to read it: result set mappings
/// (Jakarta Persistence 3.2, section 3.11.12). Begin with [io.tiercel.jpa.sql.ResultSetMapping].
/// [io.tiercel.jpa.sql.SqlTokens] cuts such text where it must be understood.
package io.tiercel.jpa.sql;
