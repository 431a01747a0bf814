package io.tiercel.lab.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/// Scripts are read left to right: `>` turns to the client speaking, `<` to the server.
class ConversationTest {
  @Test
  void start_up_and_goodbye_are_not_counted() {
    var counts = after("< R > p < R S S K Z > X");
    assertEquals(0, counts.roundTrips());
    assertEquals(0, counts.byType().size());
  }

  @Test
  void each_query_that_waits_for_its_answer_is_a_round_trip() {
    var counts = after("< Z > Q < T D C Z > Q < C Z");
    assertEquals(2, counts.roundTrips());
    assertEquals(2, counts.statements());
  }

  @Test
  void a_flight_of_several_syncs_is_one_round_trip_even_if_the_server_answers_midway() {
    var counts = after("< Z > B E S B E S < 2 C Z > B E S < 2 C Z 2 C Z");
    assertEquals(1, counts.roundTrips());
    assertEquals(3, counts.statements());
    assertEquals(3, counts.syncs());
  }

  @Test
  void waiting_for_the_answer_to_a_flush_makes_a_round_trip() {
    var counts = after("< Z > P D H < 1 t T > B E S < 2 D C Z");
    assertEquals(2, counts.roundTrips());
  }

  @Test
  void copy_data_that_wait_to_be_invited_begin_a_round_trip() {
    var counts = after("< Z > Q < G > d d c < C Z");
    assertEquals(2, counts.roundTrips());
  }

  @Test
  void copy_data_sent_ahead_of_the_invitation_do_not() {
    var counts = after("< Z > B E d < 2 G > d c S < C Z");
    assertEquals(1, counts.roundTrips());
  }

  @Test
  void notices_and_notifications_answer_nothing() {
    var counts = after("< Z > P D H < N A S > B E S < 1 t n 2 C Z");
    assertEquals(1, counts.roundTrips());
  }

  private static MessageCounts after(String script) {
    var conversation = new Conversation();
    boolean isClient = false;
    for (var token : script.split(" ", -1)) {
      char type = token.charAt(0);
      if (type == '<' || type == '>') {
        isClient = type == '>';
      } else if (isClient) {
        conversation.clientSent(type);
      } else {
        conversation.serverSent(type);
      }
    }
    return conversation.counts();
  }
}
