/// Another way to learn of changes, for roles that may not replicate and servers that do not write
/// what a stream needs: triggers write the keys of what was changed into a table, which is asked
/// again and again. Start with [Journal].
package io.tiercel.cache.journal;
