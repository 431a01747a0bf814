/// Frames between a backend and the worker, as `inside/pgjava/PROTOCOL.md` lays them out. Knows
/// bytes, and nothing of functions.
package io.tiercel.inside.protocol;
