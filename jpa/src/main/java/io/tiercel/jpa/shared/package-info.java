/// Which entities of a unit are in the shared cache, and how they are: [SharedEntities]. What a
/// persistence context does with them is in [io.tiercel.jpa.load] and [io.tiercel.jpa.flush].
package io.tiercel.jpa.shared;
