package io.tiercel.serial;

import java.io.Serial;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.type.MapType;
import tools.jackson.dataformat.xml.XmlFactory;
import tools.jackson.dataformat.xml.XmlMapper;
import tools.jackson.dataformat.xml.XmlNameProcessors;
import tools.jackson.dataformat.xml.XmlWriteFeature;

/// Jackson's XML, whose classes need not be there for its JSON. There are graphs that it writes and
/// cannot read, such as some with collections in maps. So what was written is read, and stored only
/// if that is written the same again.
///
/// @param inner which does the work
record JacksonXml(JacksonFormat inner) implements Format<String> {

  static JacksonXml open(
      GraphType graph, AllowedClasses classes, UnaryOperator<XmlMapper.Builder> settings) {
    // A map's keys are names of elements, and may be no names.
    var factory =
        XmlFactory.builder().xmlNameProcessor(XmlNameProcessors.newBase64Processor()).build();
    // Without it a null is an empty element, which is read as an empty text.
    var builder = XmlMapper.builder(factory).enable(XmlWriteFeature.WRITE_NULLS_AS_XSI_NIL);
    JacksonFormat.restrict(builder, classes);
    builder.addModule(new SimpleModule("tiercel-xml").setSerializerModifier(new Maps()));
    return new JacksonXml(new JacksonFormat(settings.apply(builder).build(), graph));
  }

  @Override
  public String write(Object graph) {
    String written = inner.write(graph);
    Object back = inner.read(written);
    if (back == null || !inner.write(back).equals(written)) {
      throw new IllegalArgumentException("it would come back as another");
    }
    return written;
  }

  @Override
  public @Nullable Object read(String stored) {
    return inner.read(stored);
  }

  @Override
  public @Nullable String mendOfWriting(Exception failure) {
    String known = inner.mendOfWriting(failure);
    return known == null ? "keep it as JSON, or a simpler graph" : known;
  }

  /// An empty collection in a map leaves nothing in XML.
  private static final class Maps extends ValueSerializerModifier {
    @Serial private static final long serialVersionUID = 1;

    @Override
    public ValueSerializer<?> modifyMapSerializer(
        SerializationConfig config,
        MapType type,
        BeanDescription.Supplier bean,
        ValueSerializer<?> serializer) {
      JavaType content = type.getContentType();
      if (content.isArrayType() || content.isCollectionLikeType() || content.isJavaLangObject()) {
        throw new IllegalArgumentException("XML does not hold what is in %s".formatted(type));
      }
      return serializer;
    }
  }
}
