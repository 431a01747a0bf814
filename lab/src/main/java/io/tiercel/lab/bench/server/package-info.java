/// The PostgreSQL that is measured: found or started ([BenchServer]), filled ([BenchDatabase]),
/// brought back to the same state before every run and asked afterwards what is in it
/// ([TaskState]), and watched for the CPU time it takes ([ServerCpu]).
package io.tiercel.lab.bench.server;
