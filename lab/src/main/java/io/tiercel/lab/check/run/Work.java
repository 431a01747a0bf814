package io.tiercel.lab.check.run;

/// What a thread does again and again in a round.
interface Work {
  /// Once; may fail when the database is out of reach.
  ///
  /// @throws Exception whatever goes wrong
  void once(Stop stop) throws Exception;
}
