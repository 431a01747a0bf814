/// The one representation of an entity's state: an immutable row of column values, [Row]. It is
/// what a query delivers, what dirty checking compares with, and what a cache keeps. Beside it
/// stands how keys and values are compared as the database compares them.
package io.tiercel.jpa.row;
