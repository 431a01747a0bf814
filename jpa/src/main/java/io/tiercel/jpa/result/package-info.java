/// Turns the rows of a query into what the application asked for. Start at [ResultReader]; reading
/// entities among them is left to [io.tiercel.jpa.load].
package io.tiercel.jpa.result;
