/// Follows the database's change stream and tells [io.tiercel.cache.coherence] of every commit.
/// Start with [Follower].
package io.tiercel.cache.follow;
