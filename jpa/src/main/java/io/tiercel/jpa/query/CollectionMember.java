package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.PluralAttribute;

/// What a variable over a collection ranges over: one of its elements, with its position or key.
///
/// @param rows the table with positions and keys: the collection's, the join table, or the target's
/// @param element what the variable alone means
record CollectionMember(PluralAttribute attribute, TableSource rows, Resolved element) {}
