package io.tiercel.processor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is generated for which class (Jakarta Persistence 3.2, section 6.2.1).
@NullUnmarked // a null where none is expected fails the test by itself
class MetamodelProcessorTest {
  @TempDir Path directory;

  private Compilation compile(String source) throws IOException {
    return Compilation.of(directory, source);
  }

  @Test
  void an_entity_has_a_field_and_a_name_for_each_attribute() throws IOException {
    Compilation compiled =
        compile(
            """
            package shop;
            import jakarta.persistence.*;
            import java.util.*;
            @Entity class Order {
              @Id Integer orderId;
              int count;
              byte[] picture;
              List<String> notes;
              @ManyToOne Order lastOrder;
              @OneToMany Set<Order> parts;
              @OneToMany Collection<Order> others;
              @ManyToMany(targetEntity = Order.class) List untyped;
              @ElementCollection Map<String, Integer> counts;
              static int total;
              transient int scratch;
              @Transient int unstored;
            }
            """);
    String source = compiled.generated("shop.Order_");
    assertContains(source, "package shop;");
    assertContains(source, "@jakarta.persistence.metamodel.StaticMetamodel(shop.Order.class)");
    assertContains(source, "@javax.annotation.processing.Generated(");
    assertContains(source, "public abstract class Order_ {");
    assertField(source, "EntityType<shop.Order> class_");
    assertField(source, "SingularAttribute<shop.Order, java.lang.Integer> orderId");
    assertField(source, "SingularAttribute<shop.Order, java.lang.Integer> count");
    assertField(source, "SingularAttribute<shop.Order, byte[]> picture");
    assertField(source, "SingularAttribute<shop.Order, java.util.List<java.lang.String>> notes");
    assertField(source, "SingularAttribute<shop.Order, shop.Order> lastOrder");
    assertField(source, "SetAttribute<shop.Order, shop.Order> parts");
    assertField(source, "CollectionAttribute<shop.Order, shop.Order> others");
    assertField(source, "ListAttribute<shop.Order, shop.Order> untyped");
    assertField(source, "MapAttribute<shop.Order, java.lang.String, java.lang.Integer> counts");
    assertContains(source, "public static final String ORDER_ID = \"orderId\";");
    assertContains(source, "public static final String LAST_ORDER = \"lastOrder\";");
    for (String absent : List.of("total", "scratch", "unstored")) {
      assertFalse(source.contains(absent), source);
    }
  }

  @Test
  void properties_are_attributes_where_the_id_is_one() throws IOException {
    String source =
        compile(
                """
                import jakarta.persistence.*;
                @Entity class Part {
                  private long number; private boolean spare; String hidden;
                  @Id long getNumber() { return number; }
                  void setNumber(long number) { this.number = number; }
                  boolean isSpare() { return spare; }
                  void setSpare(boolean spare) { this.spare = spare; }
                  String getComputed() { return "without a setter"; }
                  @Access(AccessType.FIELD) int weight;
                }
                """)
            .generated("Part_");
    assertField(source, "SingularAttribute<Part, java.lang.Long> number");
    assertField(source, "SingularAttribute<Part, java.lang.Boolean> spare");
    assertField(source, "SingularAttribute<Part, java.lang.Integer> weight");
    assertFalse(source.contains("hidden") || source.contains("computed"), source);
  }

  @Test
  void superclasses_embeddables_and_records_have_classes_too() throws IOException {
    Compilation compiled =
        compile(
            """
            package shop;
            import jakarta.persistence.*;
            import java.util.List;
            @MappedSuperclass abstract class Base<I extends Number> { @Id I id; List<I> all; }
            class Between<I extends Number> extends Base<I> { int nothing; }
            @Entity class Item extends Between<Long> { Size size; Colour colour; }
            @Embeddable record Size(int width, int height) {}
            @Embeddable class Colour { String name; }
            """);
    String base = compiled.generated("shop.Base_");
    assertField(base, "MappedSuperclassType<shop.Base> class_");
    assertField(base, "SingularAttribute<shop.Base, java.lang.Number> id");
    assertField(base, "SingularAttribute<shop.Base, java.util.List<java.lang.Number>> all");
    assertContains(compiled.generated("shop.Item_"), "class Item_ extends shop.Base_ {");
    assertFalse(compiled.generated("shop.Item_").contains("nothing"));
    assertField(
        compiled.generated("shop.Size_"), "SingularAttribute<shop.Size, java.lang.Integer> width");
    assertField(compiled.generated("shop.Size_"), "EmbeddableType<shop.Size> class_");
    assertField(
        compiled.generated("shop.Colour_"),
        "SingularAttribute<shop.Colour, java.lang.String> name");
  }

  @Test
  void nested_classes_are_told_by_the_names_around_them_and_private_ones_left_out()
      throws IOException {
    Compilation compiled =
        compile(
            """
            package shop;
            import jakarta.persistence.*;
            class Outer {
              @Entity static class Inner { @Id int id; }
              @Entity private static class Hidden { @Id int id; }
            }
            """);
    assertField(
        compiled.generated("shop.Outer_Inner_"),
        "SingularAttribute<shop.Outer.Inner, java.lang.Integer> id");
    assertNull(compiled.find("shop.Outer_Hidden_"));
  }

  @Test
  void what_annotations_name_has_constants_references_and_graphs() throws IOException {
    String source =
        compile(
                """
                package shop;
                import jakarta.persistence.*;
                @Entity
                @NamedQuery(name = "Book.byTitle", query = "from Book", resultClass = Book.class)
                @NamedQuery(name = "Book.clear", query = "delete from Book")
                @NamedNativeQuery(name = "allTitles", query = "select 1", resultClass = String.class)
                @NamedEntityGraph(name = "Book.withAuthors")
                @SqlResultSetMapping(name = "bookSummary")
                class Book { @Id int id; }
                """)
            .generated("shop.Book_");
    assertContains(source, "String QUERY_BOOK_BY_TITLE = \"Book.byTitle\";");
    assertContains(source, "String QUERY_BOOK_CLEAR = \"Book.clear\";");
    assertContains(source, "String QUERY_ALL_TITLES = \"allTitles\";");
    assertContains(source, "String GRAPH_BOOK_WITH_AUTHORS = \"Book.withAuthors\";");
    assertContains(source, "String MAPPING_BOOK_SUMMARY = \"bookSummary\";");
    assertContains(
        source,
        "public static volatile jakarta.persistence.TypedQueryReference<shop.Book>"
            + " _Book_byTitle_;");
    assertContains(
        source,
        "public static volatile jakarta.persistence.TypedQueryReference<java.lang.String>"
            + " _allTitles_;");
    assertContains(
        source,
        "public static volatile jakarta.persistence.EntityGraph<shop.Book> _Book_withAuthors;");
  }

  @Test
  void a_class_written_by_hand_stays() throws IOException {
    Compilation compiled =
        compile(
            """
            import jakarta.persistence.*;
            @Entity class Hand { @Id int id; }
            abstract class Hand_ { static String mine; }
            """);
    assertNull(compiled.find("Hand_"));
  }

  @Test
  void annotations_of_types_are_not_repeated() throws IOException {
    String source =
        compile(
                """
                import jakarta.persistence.*;
                import java.lang.annotation.*;
                @Entity class Noted {
                  @Target(ElementType.TYPE_USE) @interface Note {}
                  @Id @Note Long id;
                  java.util.@Note List<@Note String> texts;
                }
                """)
            .generated("Noted_");
    assertField(source, "SingularAttribute<Noted, java.lang.Long> id");
    assertField(source, "SingularAttribute<Noted, java.util.List<java.lang.String>> texts");
  }

  @Test
  void build_tools_are_told_that_it_is_isolating() throws IOException {
    assertEquals(
        MetamodelProcessor.class.getName() + ",isolating",
        resource("META-INF/gradle/incremental.annotation.processors"));
    assertEquals(
        MetamodelProcessor.class.getName(),
        resource("META-INF/services/javax.annotation.processing.Processor"));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = MetamodelProcessor.class.getClassLoader().getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8).strip();
    }
  }

  private static void assertField(String source, String field) {
    assertContains(source, "public static volatile jakarta.persistence.metamodel." + field + ";");
  }

  private static void assertContains(String source, String text) {
    assertTrue(source.contains(text), () -> text + "\nis not in\n" + source);
  }
}
