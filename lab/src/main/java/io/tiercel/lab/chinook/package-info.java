/// Chinook, a shop that sells music, as Jakarta Persistence entities; the small data set of
/// the tour and its tests. Start at [Invoice].
///
/// Only standard annotations, so that every provider maps the same classes.
package io.tiercel.lab.chinook;
