/// r2dbc-postgresql as its manual shows it: composed with Reactor, statements cached, results
/// streamed with back pressure.
package io.tiercel.lab.bench.r2dbc;
