/// Vert.x's client at what its manual recommends: statements cached, requests pipelined, large
/// results folded by a collector, work that follows other work done on the event loop.
package io.tiercel.lab.bench.vertx;
