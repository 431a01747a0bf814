package io.tiercel.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.TypedQueryReference;
import jakarta.persistence.metamodel.Attribute;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is generated, used with the provider (Jakarta Persistence 3.2, section 6.2.2).
@NullUnmarked // a null where none is expected fails the test by itself
class GeneratedMetamodelTest {

  @Test
  void the_provider_fills_what_the_processor_wrote(@TempDir Path directory) throws Exception {
    Compilation.of(
        directory,
        """
        package shop;
        import jakarta.persistence.*;
        @MappedSuperclass abstract class Base { @Id long id; }
        @Entity
        @NamedQuery(name = "Item.all", query = "from Item", resultClass = Item.class)
        class Item extends Base { Size size; @ElementCollection java.util.List<String> names; }
        @Embeddable record Size(int width, int height) {}
        """);
    try (var loader =
            new URLClassLoader(new URL[] {directory.toUri().toURL()}, getClass().getClassLoader());
        TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory factory =
            new PersistenceConfiguration("generated")
                .provider("io.tiercel.jpa.TiercelPersistenceProvider")
                .managedClass(loader.loadClass("shop.Item"))
                .property("jakarta.persistence.jdbc.url", database.jdbcUrl())
                .createEntityManagerFactory()) {
      var item = factory.getMetamodel().entity("Item");
      assertSame(item, value(loader, "shop.Item_", "class_"));
      assertSame(item.getAttribute("size"), value(loader, "shop.Item_", "size"));
      assertSame(item.getAttribute("names"), value(loader, "shop.Item_", "names"));
      assertEquals("id", ((Attribute<?, ?>) value(loader, "shop.Base_", "id")).getName());
      assertNotNull(value(loader, "shop.Size_", "width"));
      var reference = (TypedQueryReference<?>) value(loader, "shop.Item_", "_Item_all_");
      assertEquals(value(loader, "shop.Item_", "QUERY_ITEM_ALL"), reference.getName());
    }
  }

  private static Object value(ClassLoader loader, String type, String field) throws Exception {
    return loader.loadClass(type).getField(field).get(null);
  }
}
