/// The one representation of an entity's state: an immutable row of column values. It is what a
/// query delivers, what dirty checking compares with, and what a cache keeps.
package io.tiercel.jpa.row;
