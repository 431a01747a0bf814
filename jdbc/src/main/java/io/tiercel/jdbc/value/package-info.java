/// Java classes for PostgreSQL types that Java lacks. All are immutable values; their text is the
/// server's spelling.
package io.tiercel.jdbc.value;
