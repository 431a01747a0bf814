package io.tiercel.lab.check.node;

/// What else the provider's nodes are told to do. Immutable.
///
/// @param byJournal whether they learn of changes by the journal, with a role that may not
///     replicate
/// @param hasTier whether they keep rows on disk, with a heap so small that most come from there;
///     their directories outlive them
/// @param hasSlot whether what is on disk is kept up by a slot of the server, one for each node
public record NodeOptions(boolean byJournal, boolean hasTier, boolean hasSlot) {
  /// By the stream, in the heap alone.
  public static final NodeOptions USUAL = new NodeOptions(false, false, false);
}
