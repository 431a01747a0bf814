package io.tiercel.cache.follow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Protocols;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Nothing is wrong for good, on a real server whose commits are on the stream before anybody sees
/// them. The same run sees the usual protocols fail, else it would prove nothing.
@Timeout(300)
class RaceTest {
  private static final Duration ROUND = Duration.ofMillis(700);
  private static final Duration DELAY = Duration.ofMillis(1);

  /// Of its own: all its commits wait for the standby.
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start(TestServerOptions.defaults());
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static void race(
      Coherence coherence, boolean withStandby, boolean isJournaled, Rounds rounds)
      throws InterruptedException {
    try (TestDatabase database = server.newDatabase();
        Race race = new Race(database, coherence, isJournaled)) {
      race.awaitSettled();
      if (!withStandby) {
        rounds.run(race);
        return;
      }
      try (var _ = new SlowStandby(race.config(), "tiercel", DELAY)) {
        server.execute(
            "alter system set synchronous_standby_names = '%s'".formatted(SlowStandby.NAME),
            "select pg_reload_conf()");
        try {
          rounds.run(race);
        } finally {
          // Else no commit would be answered any more.
          server.execute(
              "alter system set synchronous_standby_names = ''", "select pg_reload_conf()");
        }
      }
    }
  }

  private interface Rounds {
    void run(Race race) throws InterruptedException;
  }

  private static void staysRight(boolean withStandby, boolean isJournaled)
      throws InterruptedException {
    race(
        new Coherence(),
        withStandby,
        isJournaled,
        race -> {
          // On a slow machine a round may leave few rows to compare, and then proves little.
          for (int i = 0; i < 5 || (i < 40 && race.compared.sum() <= 20); i++) {
            race.round(ROUND);
          }
          System.out.println(
              "settled, standby " + withStandby + ", journal " + isJournaled + ": " + race);
          assertEquals(0, race.stale.sum(), race.toString());
          assertEquals(List.of(), List.copyOf(race.findings));
          assertTrue(race.compared.sum() > 20 && race.hits.sum() > 20, race.toString());
        });
  }

  private static void isSeenToFail(Coherence coherence) throws InterruptedException {
    race(
        coherence,
        true,
        false,
        race -> {
          for (int i = 0; i < 40 && race.stale.sum() == 0; i++) {
            race.round(ROUND);
          }
          System.out.println("should fail: " + race);
          assertTrue(race.stale.sum() > 0, race.toString());
        });
  }

  @Test
  void the_settled_rule_stays_right() throws InterruptedException {
    staysRight(false, false);
  }

  @Test
  void the_settled_rule_stays_right_with_a_synchronous_standby() throws InterruptedException {
    staysRight(true, false);
  }

  @Test
  void the_journal_stays_right() throws InterruptedException {
    staysRight(false, true);
  }

  @Test
  void the_journal_stays_right_with_a_synchronous_standby() throws InterruptedException {
    staysRight(true, true);
  }

  @Test
  void storing_whatever_was_read_is_seen_to_fail() throws InterruptedException {
    isSeenToFail(Protocols.naive());
  }

  @Test
  void a_lease_is_seen_to_fail() throws InterruptedException {
    isSeenToFail(Protocols.lease());
  }
}
