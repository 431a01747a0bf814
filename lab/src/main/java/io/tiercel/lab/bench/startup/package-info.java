/// Units of any number of entities, generated and compiled, to measure how providers start
/// ([PartUnit]).
package io.tiercel.lab.bench.startup;
