package io.tiercel.json.marc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarcXmlReaderTest {
  private static final String LEADER = "<leader>00925njm a22002777a 4500</leader>";
  private static final String SOUND =
      "<record>" + LEADER + "<controlfield tag='001'>5637241</controlfield></record>";

  private final List<BadRecord> bad = new ArrayList<>();

  private List<MarcRecord> read(String xml) throws IOException {
    List<MarcRecord> records = new ArrayList<>();
    byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
    try (var reader = MarcReader.xml(new ByteArrayInputStream(bytes), BadRecords.skip(bad::add))) {
      for (MarcRecord record = reader.read(); record != null; record = reader.read()) {
        records.add(record);
      }
      assertEquals(reader.number(), records.size() + bad.size());
    }
    return records;
  }

  @Test
  void a_collection_with_a_prefix_is_read() throws IOException {
    List<MarcRecord> records =
        read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <marc:collection xmlns:marc="http://www.loc.gov/MARC21/slim">
              <marc:record type="Bibliographic">
                <marc:leader>00925njm a22002777a 4500</marc:leader>
                <marc:controlfield tag="001">5637241</marc:controlfield>
                <!-- a comment -->
                <marc:datafield tag="245" ind1="0" ind2="4">
                  <marc:subfield code="a">The Great Ray Charles &amp; <![CDATA[Č.]]></marc:subfield>
                  <marc:subfield code="h">[sound recording].</marc:subfield>
                </marc:datafield>
              </marc:record>
            </marc:collection>
            """);
    assertEquals(List.of(), bad);
    assertEquals(
        List.of(
            new MarcRecord(
                "00925njm a22002777a 4500",
                List.of(
                    new ControlField("001", "5637241"),
                    new DataField(
                        "245",
                        '0',
                        '4',
                        List.of(
                            new Subfield('a', "The Great Ray Charles & Č."),
                            new Subfield('h', "[sound recording].")))))),
        records);
  }

  @Test
  void one_record_without_a_namespace_is_read() throws IOException {
    assertEquals(1, read(SOUND).size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<controlfield tag='001'>x</controlfield>| the leader is missing",
        "<leader>short</leader>| a leader has 24 printable ASCII characters, got 5",
        "LEADER<leader>00925njm a22002777a 4500</leader>| there are two leaders",
        "LEADER<controlfield>x</controlfield>| a tag has three letters or digits",
        "LEADER<controlfield tag='245'>x</controlfield>| a control field's tag begins with 00",
        "LEADER<datafield tag='24' ind1=' ' ind2=' '/>| a tag has three letters or digits",
        "LEADER<datafield tag='245' ind1='xx' ind2=' '/>| indicators of more than one character",
        "LEADER<datafield tag='245'><subfield code='ab'>x</subfield></datafield>| whose code is"
            + " \"ab\"",
        "LEADER<datafield tag='245'><subfield>x</subfield></datafield>| whose code is \"\"",
        "LEADER<datafield tag='245'>text</datafield>| there is text between elements",
        "LEADER<unknown>text<leader/></unknown>| there is no element \"unknown\" in this place",
        "LEADER<controlfield tag='001'>x<b>y</b></controlfield>| there is no element \"b\"",
      })
  void a_bad_record_is_reported_with_its_reason_and_the_next_is_read(String inside, String reason)
      throws IOException {
    String faulty = "<record>" + inside.replace("LEADER", LEADER) + "</record>";
    List<MarcRecord> records =
        read("<collection>" + SOUND + '\n' + faulty + SOUND + "</collection>");
    assertEquals(2, records.size());
    assertEquals(1, bad.size());
    assertEquals(2, bad.getFirst().number());
    assertEquals("line 2", bad.getFirst().place());
    assertTrue(bad.getFirst().reason().contains(reason), bad.getFirst()::toString);
  }

  @Test
  void xml_that_is_not_well_formed_says_after_which_record() {
    var failed =
        assertThrows(
            IOException.class,
            () -> read("<collection>" + SOUND + SOUND + "<record></collection>"));
    assertTrue(String.valueOf(failed.getMessage()).contains("after record 3"), failed::getMessage);
  }

  @Test
  void external_entities_are_not_read() throws IOException {
    String doctype = "<!DOCTYPE record [<!ENTITY secret SYSTEM 'file:///etc/hostname'>]>";
    String record =
        "<record>" + LEADER + "<controlfield tag='001'>&secret;</controlfield></record>";
    List<MarcRecord> records;
    try {
      records = read(doctype + record);
    } catch (IOException e) {
      return; // refused altogether
    }
    assertEquals(List.of(), records);
  }
}
