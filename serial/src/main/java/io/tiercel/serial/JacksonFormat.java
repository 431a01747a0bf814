package io.tiercel.serial;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.json.JsonMapper;

/// What Jackson writes, of allowed classes alone.
final class JacksonFormat implements Format<String> {
  private final ObjectReader reader;
  private final ObjectWriter writer;

  JacksonFormat(ObjectMapper mapper, GraphType graph) {
    var type = mapper.constructType(graph.type());
    this.reader = mapper.readerFor(type);
    this.writer = mapper.writerFor(type);
  }

  static JacksonFormat json(
      GraphType graph, AllowedClasses classes, UnaryOperator<JsonMapper.Builder> settings) {
    var builder = JsonMapper.builder();
    restrict(builder, classes);
    return new JacksonFormat(settings.apply(builder).build(), graph);
  }

  /// Fields alone are state: so all formats store the same, and a getter that computes something is
  /// not stored.
  static void restrict(MapperBuilder<?, ?> builder, AllowedClasses classes) {
    builder
        .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
        .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
        .changeDefaultVisibility(
            visibility ->
                visibility
                    .withVisibility(PropertyAccessor.FIELD, Visibility.ANY)
                    .withVisibility(PropertyAccessor.GETTER, Visibility.NONE)
                    .withVisibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
                    .withVisibility(PropertyAccessor.SETTER, Visibility.NONE))
        .polymorphicTypeValidator(new AllowedSubtypes(classes))
        .addModule(AllowedBeans.module(classes));
  }

  @Override
  public String write(Object graph) {
    return writer.writeValueAsString(graph);
  }

  @Override
  public @Nullable Object read(String stored) {
    return reader.readValue(stored);
  }

  @Override
  public @Nullable String mendOfWriting(Exception failure) {
    return String.valueOf(failure.getMessage()).contains("nesting depth")
        ? "where a way leads back to where it came from, annotate it with @JsonBackReference, or"
            + " the class with @JsonIdentityInfo"
        : null;
  }
}
