/// What needs no provider: reading rows with `io.tiercel.wire` alone.
package io.tiercel.lab.bench.wire;
