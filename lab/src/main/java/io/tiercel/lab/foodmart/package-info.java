/// FoodMart, a chain of grocery stores in North America in 1997 and 1998, as Jakarta Persistence
/// entities; the large data set of the tour. Start at [SalesOrder].
///
/// Only standard annotations, so that every provider maps the same classes.
package io.tiercel.lab.foodmart;
