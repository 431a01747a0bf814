/// Real PostgreSQL servers for the tests of the other modules: version 18 unpacked from Maven
/// artifacts, version 15 where its binaries are installed; and the rules that the code of every
/// module keeps. Start reading at [io.tiercel.testkit.TestServer]. Not published.
package io.tiercel.testkit;
