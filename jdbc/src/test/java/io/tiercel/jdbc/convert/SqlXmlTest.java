package io.tiercel.jdbc.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLXML;
import javax.xml.transform.Result;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stax.StAXResult;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlXmlTest {
  private static final String DOCUMENT = "<a x=\"1\"><b>é &amp; ü</b></a>";

  @ParameterizedTest
  @ValueSource(classes = {DOMSource.class, SAXSource.class, StAXSource.class, StreamSource.class})
  void a_document_is_read_through_any_source(Class<? extends Source> source) throws Exception {
    SQLXML xml = new SqlXmlValue(DOCUMENT);
    var copy = new SqlXmlValue();
    TransformerFactory.newDefaultInstance()
        .newTransformer()
        .transform(xml.getSource(source), copy.setResult(DOMResult.class));
    // A tree is written with its declaration, which the server shortens.
    assertEquals(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>" + DOCUMENT,
        copy.getString());
  }

  @ParameterizedTest
  @ValueSource(classes = {DOMResult.class, SAXResult.class, StAXResult.class, StreamResult.class})
  void a_document_is_written_through_any_result(Class<? extends Result> result) throws Exception {
    var xml = new SqlXmlValue();
    TransformerFactory.newDefaultInstance()
        .newTransformer()
        .transform(new SqlXmlValue(DOCUMENT).getSource(DOMSource.class), xml.setResult(result));
    assertEquals(DOCUMENT, xml.getString().replaceFirst("^<\\?xml.*?\\?>\\s*", ""));
  }

  @ParameterizedTest
  @ValueSource(classes = {DOMSource.class, SAXSource.class, StAXSource.class})
  void nothing_outside_the_document_is_read(Class<? extends Source> source) throws Exception {
    String hostile = "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>";
    var copy = new SqlXmlValue();
    assertThrows(
        Exception.class,
        () ->
            TransformerFactory.newDefaultInstance()
                .newTransformer()
                .transform(
                    new SqlXmlValue(hostile).getSource(source), copy.setResult(DOMResult.class)));
  }

  @Test
  void bytes_are_read_in_the_encoding_they_declare() throws Exception {
    var xml = new SqlXmlValue();
    String document = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>é</a>";
    try (var out = xml.setBinaryStream()) {
      out.write(document.getBytes(StandardCharsets.ISO_8859_1));
    }
    assertEquals(document, xml.getString());
  }

  @Test
  void it_is_written_once_and_read_after_that() throws Exception {
    var xml = new SqlXmlValue();
    assertThrows(SQLException.class, xml::getString);
    try (var out = xml.setCharacterStream()) {
      out.write("<a/>");
    }
    assertEquals("<a/>", xml.getString());
    assertThrows(SQLException.class, () -> xml.setString("<b/>"));
    xml.free();
    assertThrows(SQLException.class, xml::getString);
  }
}
