/// The contract of `java.sql`: each test runs on our driver and on pgjdbc, its oracle, against
/// every server. Where the two differ on purpose a test asks
/// [io.tiercel.jdbc.contract.DriverUnderTest#isTiercel()].
package io.tiercel.jdbc.contract;
