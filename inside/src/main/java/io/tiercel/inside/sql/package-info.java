/// Statements that Java code executes in the session that called it.
package io.tiercel.inside.sql;
