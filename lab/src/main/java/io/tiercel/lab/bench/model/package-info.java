/// The entities of the benchmarks and the values that fill them. Standard mapping only: every
/// provider gets the same classes, and tables made by the same DDL.
package io.tiercel.lab.bench.model;
