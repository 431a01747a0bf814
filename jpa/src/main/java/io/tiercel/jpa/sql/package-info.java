/// What statements of the application's own return, and how to read it: result set mappings
/// (Jakarta Persistence 3.2, section 3.11.12). Begin with [io.tiercel.jpa.sql.ResultSetMapping].
package io.tiercel.jpa.sql;
