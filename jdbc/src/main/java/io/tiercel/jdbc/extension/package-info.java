/// What this driver offers beyond `java.sql`, reached by `unwrap`. Start at
/// [io.tiercel.jdbc.extension.TiercelConnection].
package io.tiercel.jdbc.extension;
