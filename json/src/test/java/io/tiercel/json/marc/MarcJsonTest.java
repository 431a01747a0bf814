package io.tiercel.json.marc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.json.sample.MarcGenerator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarcJsonTest {
  private static final String LEADER = "00925njm a22002777a 4500";

  @Test
  void a_record_is_written_as_libraries_programs_expect_it() {
    var record =
        new MarcRecord(
            LEADER,
            List.of(
                new ControlField("001", "a\"b"),
                new DataField(
                    "245",
                    '1',
                    ' ',
                    List.of(new Subfield('a', "é"), new Subfield('a', "\u0000")))));
    String document =
        "{\"leader\":\"00925njm a22002777a"
            + " 4500\",\"fields\":[{\"001\":\"a\\\"b\"},{\"245\":{\"ind1\":\"1\",\"ind2\":\""
            + " \",\"subfields\":[{\"a\":\"é\"},{\"a\":\"\\u0000\"}]}}]}";
    assertEquals(document, MarcJson.write(record));
    assertEquals(record, MarcJson.read(document));
  }

  @Test
  void generated_records_come_back_as_they_were() {
    var generator = new MarcGenerator(3);
    for (int i = 0; i < 500; i++) {
      MarcRecord record = generator.record(i);
      assertEquals(record, MarcJson.read(MarcJson.write(record)));
    }
  }

  @Test
  void members_may_stand_in_the_order_of_jsonb() {
    assertEquals(
        new MarcRecord(
            LEADER, List.of(new DataField("245", '1', '0', List.of(new Subfield('a', "x"))))),
        MarcJson.read(
            "{\"fields\": [{\"245\": {\"subfields\": [{\"a\": \"x\"}], \"ind2\": \"0\", \"ind1\":"
                + " \"1\"}}], \"leader\": \"00925njm a22002777a 4500\"}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{}",
        "{\"leader\":\"x\"}",
        "{\"leader\":\"00925njm a22002777a 4500\",\"fields\":{}}",
        "{\"leader\":\"00925njm a22002777a 4500\",\"fields\":[]} 1",
        "{\"leader\":\"00925njm a22002777a 4500\",\"fields\":[{}]}",
        "{\"leader\":\"00925njm a22002777a 4500\",\"fields\":[{\"001\":1}]}",
        "{\"leader\":\"00925njm a22002777a 4500\",\"fields\":[{\"001\":\"a\",\"002\":\"b\"}]}",
        "{\"leader\":\"00925njm a22002777a 4500\",\"fields\":[{\"245\":{\"ind1\":\"12\"}}]}",
        "{\"leader\":\"00925njm a22002777a 4500\",\"fields\":[{\"245\":{\"x\":\"1\"}}]}",
        "{\"leader\":\"00925njm a22002777a 4500\",\"fields\":[],\"more\":1}",
        "{\"leader\":\"00925njm a22002777a 4500\",\"fields\":[{\"245\":{\"subfields\":[\"a\"]}}]}"
      })
  void what_is_no_record_is_refused(String document) {
    var refused = assertThrows(IllegalArgumentException.class, () -> MarcJson.read(document));
    assertTrue(!String.valueOf(refused.getMessage()).isBlank());
  }
}
