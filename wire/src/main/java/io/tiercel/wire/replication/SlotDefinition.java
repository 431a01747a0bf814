package io.tiercel.wire.replication;

/// What CREATE_REPLICATION_SLOT makes. Immutable; every method returns a copy.
///
/// @param isTemporary whether it goes with the connection; a slot that stays keeps the server's log
///     until somebody reads it or drops it
/// @param twoPhase whether prepared transactions are sent when they are prepared (15)
/// @param failover whether standbys keep a copy (17)
/// @param exportsSnapshot whether the slot's starting point is exported as a snapshot, which other
///     sessions can import until this connection's next command
public record SlotDefinition(
    String name, boolean isTemporary, boolean twoPhase, boolean failover, boolean exportsSnapshot) {
  /// A temporary slot, with nothing further.
  public static SlotDefinition temporary(String name) {
    return new SlotDefinition(name, true, false, false, false);
  }

  /// A slot that stays until it is dropped.
  public static SlotDefinition permanent(String name) {
    return new SlotDefinition(name, false, false, false, false);
  }

  public SlotDefinition withTwoPhase() {
    return new SlotDefinition(name, isTemporary, true, failover, exportsSnapshot);
  }

  public SlotDefinition withFailover() {
    return new SlotDefinition(name, isTemporary, twoPhase, true, exportsSnapshot);
  }

  public SlotDefinition withSnapshot() {
    return new SlotDefinition(name, isTemporary, twoPhase, failover, true);
  }

  String command(int serverMajor) {
    var command = new StringBuilder("CREATE_REPLICATION_SLOT ").append(Names.quoted(name));
    if (isTemporary) {
      command.append(" TEMPORARY");
    }
    command.append(" LOGICAL pgoutput");
    if (serverMajor < 15) {
      return command.append(exportsSnapshot ? " EXPORT_SNAPSHOT" : " NOEXPORT_SNAPSHOT").toString();
    }
    command.append(" (SNAPSHOT ").append(exportsSnapshot ? "'export'" : "'nothing'");
    if (twoPhase) {
      command.append(", TWO_PHASE");
    }
    if (failover) {
      command.append(", FAILOVER");
    }
    return command.append(')').toString();
  }
}
