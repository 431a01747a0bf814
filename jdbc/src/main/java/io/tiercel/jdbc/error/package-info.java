/// Failures as `java.sql` names them.
package io.tiercel.jdbc.error;
