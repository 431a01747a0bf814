package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDataSource;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.jpa.shop.Stamp;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PersistenceUnitTransactionType;
import jakarta.persistence.ValidationMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Units as `persistence.xml`, a program or a container declares them (Jakarta Persistence 3.2,
/// sections 8.2, 9.2 and 9.6).
@NullUnmarked // a null where none is expected fails the test by itself
class DeclaredUnitTest {
  private static final String STAMP = "io/tiercel/jpa/shop/Stamp.class";

  @TempDir Path directory;

  /// Writes a jar with these entries; null copies the class of that name.
  private Path jar(String name, Map<String, String> entries) throws IOException {
    Path path = directory.resolve(name);
    try (OutputStream file = Files.newOutputStream(path);
        JarOutputStream jar = new JarOutputStream(file)) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        jar.putNextEntry(new ZipEntry(entry.getKey()));
        if (entry.getValue() == null) {
          try (InputStream in = Stamp.class.getClassLoader().getResourceAsStream(entry.getKey())) {
            in.transferTo(jar);
          }
        } else {
          jar.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
        }
        jar.closeEntry();
      }
    }
    return path;
  }

  private static String xml(String namespace, String version, String unit) {
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <persistence xmlns="%s" version="%s">
    %s
    </persistence>
    """
        .formatted(namespace, version, unit);
  }

  private static String xml(String unit) {
    return xml("https://jakarta.ee/xml/ns/persistence", "3.2", unit);
  }

  /// Opens the unit with the jar on the context class path, as applications do.
  private static EntityManagerFactory open(Path jar, String name, Map<?, ?> properties)
      throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      return new TiercelPersistenceProvider().createEntityManagerFactory(name, properties);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static Properties of(TestDatabase database) {
    Properties properties = new Properties();
    properties.put("jakarta.persistence.provider", TiercelPersistenceProvider.class.getName());
    properties.put("jakarta.persistence.jdbc.driver", "org.postgresql.Driver");
    properties.put(
        "jakarta.persistence.jdbc.url",
        "jdbc:postgresql://%s:%d/%s".formatted(database.host(), database.port(), database.name()));
    properties.put("jakarta.persistence.jdbc.user", database.user());
    properties.put("jakarta.persistence.jdbc.password", database.password());
    properties.put("jakarta.persistence.schema-generation.database.action", "drop-and-create");
    properties.put("eclipselink.logging.level", "OFF");
    return properties;
  }

  private static void works(EntityManagerFactory factory) {
    try (factory) {
      factory.runInTransaction(manager -> manager.persist(new Stamp("first")));
      assertEquals(
          1L,
          factory.<Object>callInTransaction(
              manager -> manager.createQuery("select count(s) from Stamp s").getSingleResult()));
    }
  }

  /// Section 8.3: documents of every version.
  @EveryPostgres
  void documents_of_all_versions_are_read_through_the_context_class_loader(TestServer server)
      throws IOException {
    Map<String, String> namespaces = new HashMap<>();
    namespaces.put("1.0", "http://java.sun.com/xml/ns/persistence");
    namespaces.put("2.0", "http://java.sun.com/xml/ns/persistence");
    namespaces.put("2.1", "http://xmlns.jcp.org/xml/ns/persistence");
    namespaces.put("2.2", "http://xmlns.jcp.org/xml/ns/persistence");
    namespaces.put("3.0", "https://jakarta.ee/xml/ns/persistence");
    namespaces.put("3.2", "https://jakarta.ee/xml/ns/persistence");
    try (TestDatabase database = server.newDatabase()) {
      for (Map.Entry<String, String> one : namespaces.entrySet()) {
        Path jar =
            // Always the same name: what an earlier jar held must not be remembered.
            jar(
                "unit.jar",
                Map.of(
                    "META-INF/persistence.xml",
                    xml(
                        one.getValue(),
                        one.getKey(),
                        """
                        <persistence-unit name="unit%s" transaction-type="RESOURCE_LOCAL">
                          <description>one of a kind</description>
                          <non-jta-data-source>jdbc/elsewhere</non-jta-data-source>
                          <class>io.tiercel.jpa.shop.Stamp</class>
                          <shared-cache-mode>NONE</shared-cache-mode>
                          <validation-mode>AUTO</validation-mode>
                        </persistence-unit>
                        """
                            .formatted(one.getKey()))));
        works(open(jar, "unit" + one.getKey(), of(database)));
      }
    }
  }

  @Test
  void classes_beside_the_document_and_in_listed_jars_are_found() throws IOException {
    Map<String, String> beside = new HashMap<>();
    beside.put(STAMP, null);
    beside.put("META-INF/persistence.xml", xml("<persistence-unit name=\"beside\"/>"));
    Map<String, String> model = new HashMap<>();
    model.put(STAMP, null);
    jar("model.jar", model);
    String listing =
        "<persistence-unit"
            + " name=\"listing\"><jar-file>%s</jar-file><exclude-unlisted-classes/></persistence-unit>";
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      works(open(jar("beside.jar", beside), "beside", of(database)));
      for (String path : List.of("model.jar", directory.resolve("model.jar").toUri().toString())) {
        works(
            open(
                jar(
                    "listing.jar",
                    Map.of("META-INF/persistence.xml", xml(listing.formatted(path)))),
                "listing",
                of(database)));
      }
      PersistenceException failure =
          refused(listing.formatted("gone.jar"), "listing", of(database));
      assertTrue(failure.getMessage().contains("gone.jar"), failure::getMessage);
    }
  }

  /// Section 8.2.1.6: each jar may have an `orm.xml`, and other units' do not count.
  @Test
  void mapping_files_of_the_root_and_of_each_listed_jar_are_read() throws IOException {
    String file =
        "<entity-mappings><named-query name='%s'><query>%s</query></named-query></entity-mappings>";
    String all = "select s from Stamp s";
    jar("model.jar", Map.of("META-INF/orm.xml", file.formatted("OfJar", all)));
    Path other = jar("other.jar", Map.of("META-INF/orm.xml", file.formatted("OfOther", all)));
    String unit =
        "<persistence-unit name='mapped'>%s<jar-file>model.jar</jar-file>"
            + "<class>io.tiercel.jpa.shop.Stamp</class></persistence-unit>";
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    for (String listed : List.of("", "<mapping-file>META-INF/orm.xml</mapping-file>")) {
      Map<String, String> root = new HashMap<>();
      root.put("META-INF/persistence.xml", xml(unit.formatted(listed)));
      root.put("META-INF/orm.xml", file.formatted("OfRoot", all));
      URL first = listed.isEmpty() ? other.toUri().toURL() : directory.toUri().toURL();
      try (TestDatabase database = TestServer.v18().newDatabase();
          URLClassLoader loader = new URLClassLoader(new URL[] {first}, before)) {
        thread.setContextClassLoader(loader);
        try (EntityManagerFactory factory = open(jar("root.jar", root), "mapped", of(database))) {
          assertEquals(
              Set.of("OfRoot", "OfJar"), factory.getNamedQueries(Object.class).keySet(), listed);
        }
      } finally {
        thread.setContextClassLoader(before);
      }
    }
  }

  private PersistenceException refused(String unit, String name, Map<?, ?> properties)
      throws IOException {
    Path jar = jar("refused.jar", Map.of("META-INF/persistence.xml", xml(unit)));
    return assertThrows(PersistenceException.class, () -> open(jar, name, properties));
  }

  /// A unit's description needs nothing from outside, so whoever asks for it means harm.
  @Test
  void a_document_that_declares_entities_or_is_broken_is_refused() throws IOException {
    for (String document :
        List.of(
            """
            <!DOCTYPE persistence [<!ENTITY outside SYSTEM "file:/etc/hostname">]>
            <persistence><persistence-unit name="&outside;"/></persistence>
            """,
            "<persistence><persistence-unit name=\"u\"></persistence>")) {
      Path jar = jar("broken.jar", Map.of("META-INF/persistence.xml", document));
      PersistenceException refused =
          assertThrows(PersistenceException.class, () -> open(jar, "u", Map.of()));
      assertTrue(refused.getMessage().contains("could not read jar:file:"), refused::getMessage);
      assertTrue(refused.getMessage().contains("persistence.xml"), refused::getMessage);
    }
  }

  @Test
  void values_of_properties_are_taken_as_they_are_written() throws IOException {
    String unit =
        """
        <persistence-unit name=" spaced ">
          <!-- of a comment nothing is taken -->
          <class><!-- here neither --> io.tiercel.jpa.shop.Stamp </class>
          <properties>
            <property name="tiercel.profile.none" value=" a &amp; b "/>
          </properties>
        </persistence-unit>
        """;
    Path jar = jar("spaced.jar", Map.of("META-INF/persistence.xml", xml(unit)));
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      EntityManagerFactory factory = open(jar, "spaced", of(database));
      assertEquals(" a & b ", factory.getProperties().get("tiercel.profile.none"));
      works(factory);
    }
  }

  @Test
  void what_is_not_there_yet_is_refused_by_name() throws IOException {
    String unit =
        "<persistence-unit name=\"u\""
            + " %s><class>io.tiercel.jpa.shop.Stamp</class></persistence-unit>";
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      PersistenceException mapping =
          refused(
              "<persistence-unit name=\"u\"><mapping-file>my.xml</mapping-file></persistence-unit>",
              "u",
              of(database));
      assertTrue(mapping.getMessage().contains("my.xml"), mapping::getMessage);
      PersistenceException jta =
          refused(unit.formatted("transaction-type=\"JTA\""), "u", of(database));
      assertTrue(jta.getMessage().contains("RESOURCE_LOCAL"), jta::getMessage);
      Properties validating = of(database);
      validating.put("jakarta.persistence.validation.mode", "sometimes");
      PersistenceException validation = refused(unit.formatted(""), "u", validating);
      assertTrue(validation.getMessage().contains("CALLBACK"), validation::getMessage);
      Properties misspelt = of(database);
      misspelt.put("jakarta.persistence.sharedCache.mode", "SOME");
      PersistenceException cache = refused(unit.formatted(""), "u", misspelt);
      assertTrue(cache.getMessage().contains("ENABLE_SELECTIVE"), cache::getMessage);
    }
  }

  @Test
  void a_program_may_declare_all_that_a_document_may() {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      PersistenceConfiguration unit =
          new PersistenceConfiguration("in-code")
              .managedClass(Stamp.class)
              .transactionType(PersistenceUnitTransactionType.RESOURCE_LOCAL)
              .validationMode(ValidationMode.NONE);
      of(database).forEach((name, value) -> unit.property(name.toString(), value));
      EntityManagerFactory factory = Persistence.createEntityManagerFactory(unit);
      assertEquals("in-code", factory.getName());
      assertEquals(PersistenceUnitTransactionType.RESOURCE_LOCAL, factory.getTransactionType());
      assertEquals("OFF", factory.getProperties().get("eclipselink.logging.level"));
      works(factory);
      unit.mappingFile("my.xml");
      assertThrows(PersistenceException.class, unit::createEntityManagerFactory);
    }
  }

  @Test
  void a_unit_in_code_of_another_provider_is_left_to_it() {
    assertNull(
        new TiercelPersistenceProvider()
            .createEntityManagerFactory(
                new PersistenceConfiguration("theirs").provider("org.example.OtherProvider")));
    assertNull(
        new TiercelPersistenceProvider()
            .createEntityManagerFactory(
                new PersistenceConfiguration("theirs")
                    .property("jakarta.persistence.provider", "org.example.OtherProvider")));
  }

  /// Section 9.6, as Spring's LocalContainerEntityManagerFactoryBean calls it.
  @EveryPostgres
  void a_container_may_describe_the_unit(TestServer server) {
    try (TestDatabase database = server.newDatabase()) {
      TiercelDataSource dataSource = new TiercelDataSource();
      dataSource.setUrl(database.jdbcUrl());
      var info = new DescribedByContainer(dataSource, List.of(Stamp.class.getName()));
      works(new TiercelPersistenceProvider().createContainerEntityManagerFactory(info, null));
      new TiercelPersistenceProvider()
          .generateSchema(info, Map.of(UnitProperties.SCHEMA_ACTION, "drop-and-create"));
      Map<String, Object> nothing = new HashMap<>();
      nothing.put(UnitProperties.SCHEMA_ACTION, "none");
      nothing.put("jakarta.persistence.jtaDataSource", null);
      works(new TiercelPersistenceProvider().createContainerEntityManagerFactory(info, nothing));
      PersistenceException missing =
          assertThrows(
              PersistenceException.class,
              () ->
                  new TiercelPersistenceProvider()
                      .createContainerEntityManagerFactory(
                          new DescribedByContainer(dataSource, List.of("org.example.Gone")), null));
      assertTrue(missing.getMessage().contains("org.example.Gone"), missing::getMessage);
    }
  }

  /// The suite of the specification opens a factory for each of its tests.
  @Test
  void an_open_factory_holds_no_connection_until_it_needs_one() {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      Properties properties = of(database);
      properties.remove("jakarta.persistence.schema-generation.database.action");
      PersistenceConfiguration unit =
          new PersistenceConfiguration("idle").managedClass(Stamp.class);
      properties.forEach((name, value) -> unit.property(name.toString(), value));
      for (int i = 0; i < 300; i++) {
        // More than the server would accept connections, if each held one.
        assertNotNull(unit.createEntityManagerFactory().createEntityManager());
      }
    }
  }
}
