/// A real PostgreSQL server, unpacked from Maven artifacts and run as a process of its own.
///
/// Start reading at [EmbeddedPostgres]. One directory is one server (`ServerDirectory`); every JVM
/// that uses it holds a file lock there (`Attendance`), and whoever leaves last stops the server
/// (`SharedServer`). `BinaryCache` unpacks the binaries, `NewCluster` runs initdb, `Postmaster`
/// starts and stops, `ServerAccount` knows how to do that as root. Connections are left to the wire
/// module.
package io.tiercel.embedded;
