/// What a cache tells of itself: [events][io.tiercel.cache.observe.StreamEvent] of the JDK Flight
/// Recorder, and [meters][io.tiercel.cache.observe.Meter] for whatever collects figures.
package io.tiercel.cache.observe;
