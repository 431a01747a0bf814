package io.tiercel.lab.check.node;

import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.concurrent.ThreadLocalRandom;

/// What a session does with crates and rates, by entities. Confined to one thread.
final class CrateSession {
  private static final int MAX_PRICE = 50;
  private static final int MAX_AMOUNT = 1000;

  private final EntityManager manager;

  CrateSession(EntityManager manager) {
    this.manager = manager;
  }

  /// Asks one question.
  void ask() {
    var questions = CrateTable.Question.values();
    var question = questions[ThreadLocalRandom.current().nextInt(questions.length)];
    var unused = question.ask(manager, upTo(question.last()));
  }

  /// One change, in the transaction that is open.
  void change() {
    switch (upTo(6)) {
      case 1 -> lockedCrate().turn(manager.getReference(Label.class, upTo(CrateTable.LABELS)));
      case 2 -> lockedCrate().turn(CrateTable.word(upTo(CrateTable.WORDS)));
      case 3 -> lockedCrate().turn(manager.getReference(Piece.class, upTo(CrateTable.PIECES)));
      case 4 -> changeRate(upTo(CrateTable.RATES));
      default -> changeThing(upTo(CrateTable.THINGS));
    }
  }

  private Crate lockedCrate() {
    return manager.find(Crate.class, upTo(CrateTable.CRATES), LockModeType.PESSIMISTIC_WRITE);
  }

  private void changeThing(int id) {
    var crate = manager.getReference(Crate.class, upTo(CrateTable.CRATES));
    var thing = manager.find(Thing.class, id, LockModeType.PESSIMISTIC_WRITE);
    if (thing == null) {
      manager.persist(new Thing(id, crate, upTo(MAX_PRICE)));
      return;
    }
    switch (upTo(4)) {
      case 1 -> manager.remove(thing);
      case 2 -> thing.costs(upTo(MAX_PRICE));
      default -> thing.move(crate);
    }
  }

  private void changeRate(int id) {
    var rate = manager.find(Rate.class, id, LockModeType.PESSIMISTIC_WRITE);
    if (rate == null) {
      manager.persist(new Rate(id, upTo(CrateTable.BANDS), upTo(MAX_AMOUNT)));
    } else if (upTo(4) == 1) {
      manager.remove(rate);
    } else {
      rate.change(upTo(CrateTable.BANDS), upTo(MAX_AMOUNT));
    }
  }

  private static int upTo(int last) {
    return ThreadLocalRandom.current().nextInt(last) + 1;
  }
}
