package io.tiercel.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDataSource;
import io.tiercel.spring.post.Letter;
import io.tiercel.spring.sample.Genre;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;

/// Jakarta Persistence 3.2, section 9.6: units that Spring describes without Spring Boot.
@NullUnmarked // a null where none is expected fails the test by itself
class ContainerTest {
  @TempDir Path directory;

  private static LocalContainerEntityManagerFactoryBean unit(String name, TestDatabase database) {
    var dataSource = new TiercelDataSource();
    dataSource.setUrl(database.jdbcUrl());
    var bean = new LocalContainerEntityManagerFactoryBean();
    bean.setPersistenceUnitName(name);
    bean.setDataSource(dataSource);
    bean.setPackagesToScan("io.tiercel.spring.sample");
    bean.setJpaVendorAdapter(new TiercelJpaVendorAdapter());
    bean.setJpaPropertyMap(
        Map.of("jakarta.persistence.schema-generation.database.action", "drop-and-create"));
    return bean;
  }

  private static EntityManagerFactory opened(LocalContainerEntityManagerFactoryBean bean) {
    bean.afterPropertiesSet();
    return bean.getObject();
  }

  private static Set<String> entities(EntityManagerFactory factory) {
    return factory.getMetamodel().getEntities().stream()
        .map(entity -> entity.getName())
        .collect(Collectors.toSet());
  }

  @Test
  void packages_are_scanned_and_mapping_files_read() {
    try (var database = TestServer.v18().newDatabase()) {
      var bean = unit("scanned", database);
      bean.setMappingResources("library-orm.xml");
      var factory = opened(bean);
      assertEquals(Set.of("Book", "Writer", "Note", "Genre"), entities(factory));
      factory.runInTransaction(manager -> manager.persist(new Genre("nature", null, "Nature")));
      assertEquals(
          List.of("Nature"),
          factory.callInTransaction(
              manager -> manager.createNamedQuery("Genre.names", String.class).getResultList()));
      bean.destroy();
    }
  }

  @Test
  void a_post_processor_adds_classes_and_jars() throws Exception {
    try (var database = TestServer.v18().newDatabase()) {
      var jar = jar();
      var bean = unit("processed", database);
      bean.setPackagesToScan("io.tiercel.spring.nothing");
      bean.setPersistenceUnitPostProcessors(
          info -> {
            info.addManagedClassName(Genre.class.getName());
            info.addJarFileUrl(jar);
          });
      var factory = opened(bean);
      assertEquals(Set.of("Genre", "Letter"), entities(factory));
      assertTrue(factory.getNamedQueries(Object.class).containsKey("OfJar"));
      bean.destroy();
    }
  }

  private java.net.URL jar() throws IOException {
    Path jar = directory.resolve("letters.jar");
    String name = Letter.class.getName().replace('.', '/') + ".class";
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        InputStream letter = Letter.class.getClassLoader().getResourceAsStream(name)) {
      out.putNextEntry(new JarEntry(name));
      letter.transferTo(out);
      out.putNextEntry(new JarEntry("META-INF/orm.xml"));
      out.write(
          "<entity-mappings><named-query name='OfJar'><query>from Letter</query></named-query></entity-mappings>"
              .getBytes(StandardCharsets.UTF_8));
    }
    return jar.toUri().toURL();
  }

  @Test
  void units_of_one_application_keep_apart() {
    try (var here = TestServer.v18().newDatabase();
        var there = TestServer.v18().newDatabase()) {
      var first = unit("first", here);
      var second = unit("second", there);
      var ours = opened(first);
      var others = opened(second);
      ours.runInTransaction(manager -> manager.persist(new Genre("nature", null, "ours")));
      others.runInTransaction(manager -> manager.persist(new Genre("travel", null, "theirs")));
      assertNull(ours.<Genre>callInTransaction(manager -> manager.find(Genre.class, "travel")));
      assertNull(others.<Genre>callInTransaction(manager -> manager.find(Genre.class, "nature")));
      first.destroy();
      assertEquals(
          "theirs",
          others.<Genre>callInTransaction(manager -> manager.find(Genre.class, "travel")).name());
      second.destroy();
    }
  }
}
