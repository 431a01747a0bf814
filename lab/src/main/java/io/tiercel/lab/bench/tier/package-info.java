/// What the shared cache's tier on disk takes and gives: inserts beside another store, a warm
/// restart, pauses of the collector. Start with [io.tiercel.lab.bench.tier.WarmRestart].
package io.tiercel.lab.bench.tier;
