/// Learns what the units of work of a factory go on to load from what they read, so that the next
/// read of the kind can bring it in the same exchange. Knows paths and counts, not entities: who
/// reads tells it what was loaded, and is told which paths to carry.
package io.tiercel.jpa.learn;
