/// A real PostgreSQL server, unpacked from Maven artifacts and run as a child process.
package io.tiercel.embedded;
