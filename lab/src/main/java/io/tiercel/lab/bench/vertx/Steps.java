package io.tiercel.lab.bench.vertx;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.IntFunction;

/// Asynchronous steps one after the other. `compose` would chain as many futures as there are
/// steps, and complete them recursively.
final class Steps {
  private Steps() {}

  /// Runs `step` with 0, 1, …, each when the one before is done; the first failure ends it.
  static Future<Void> oneByOne(int count, IntFunction<Future<Void>> step) {
    Promise<Void> done = Promise.promise();
    next(0, count, step, done);
    return done.future();
  }

  private static void next(int at, int count, IntFunction<Future<Void>> step, Promise<Void> done) {
    if (at == count) {
      done.complete();
      return;
    }
    step.apply(at).onSuccess(nothing -> next(at + 1, count, step, done)).onFailure(done::fail);
  }
}
