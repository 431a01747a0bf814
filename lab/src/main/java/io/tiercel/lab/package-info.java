/// The command line, the tour and the benchmarks that set Tiercel beside its peers.
package io.tiercel.lab;
