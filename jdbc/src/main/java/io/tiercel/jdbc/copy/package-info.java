/// COPY for users of JDBC: streams, and records in binary.
package io.tiercel.jdbc.copy;
