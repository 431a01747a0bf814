/// What must hold in the database so that no change escapes the stream: the publication, the
/// definitions of the tables, and the triggers that announce changes of them. Each check ends in an
/// [Obstacle] that says what to do. Start with [Requirements] and [Catalog].
package io.tiercel.cache.guard;
