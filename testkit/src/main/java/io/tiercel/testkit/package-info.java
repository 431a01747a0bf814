/// Real PostgreSQL servers for the tests of the other modules: version 18 unpacked from Maven
/// artifacts, version 15 where its binaries are installed. Not published.
package io.tiercel.testkit;
