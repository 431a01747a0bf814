/// Reads SQL that others wrote, enough of it to find the expressions and what they belong to. Begin
/// with [io.tiercel.json.advisor.sql.SqlText]; what is not understood is kept, not dropped.
package io.tiercel.json.advisor.sql;
