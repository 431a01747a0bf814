/// Conditions of queries, read so that a changed row can be asked whether it may satisfy one.
/// Values compare as PostgreSQL compares them, NULL makes a third truth value, and what cannot be
/// told is said to be unknown, never guessed. Start with [Column], which makes conditions, and
/// [Predicate]. Nothing here knows of caches.
package io.tiercel.cache.predicate;
