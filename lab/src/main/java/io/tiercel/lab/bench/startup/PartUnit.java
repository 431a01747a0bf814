package io.tiercel.lab.bench.startup;

import io.tiercel.lab.bench.jpa.StartUpContestant;
import io.tiercel.lab.cli.CommandFailure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/// A persistence unit of generated entities as a class path. Each has a generated id, a version,
/// columns of the usual types, a lazy reference to the entity before it and the collection of those
/// that refer to it; the first refers to the last.
///
/// @param directory holds the classes and `META-INF/persistence.xml`
public record PartUnit(Path directory) {
  private static final String PACKAGE = "io.tiercel.lab.bench.generated";

  private static final String SOURCE =
      """
      package %1$s;

      import jakarta.persistence.*;

      @Entity
      @Table(name = "part_%2$d")
      public class Part%2$d implements io.tiercel.lab.bench.model.Part {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "part_%2$d_seq")
        @SequenceGenerator(name = "part_%2$d_seq", sequenceName = "part_%2$d_seq")
        private long id;

        @Version private int version;

        @Column(name = "name", length = 100)
        private String name;

        private java.math.BigDecimal price;
        private java.time.Instant made;

        @Enumerated(EnumType.STRING)
        private io.tiercel.lab.bench.model.OrderStatus status;

        private boolean sold;

        @ManyToOne(fetch = FetchType.LAZY)
        @JoinColumn(name = "before_id")
        private Part%3$d before;

        @OneToMany(mappedBy = "before")
        private java.util.List<Part%4$d> after = new java.util.ArrayList<>();

        @Override
        public long getId() {
          return id;
        }

        public String getName() {
          return name;
        }

        public Part%3$d getBefore() {
          return before;
        }

        public java.util.List<Part%4$d> getAfter() {
          return after;
        }
      }
      """;

  private static final String DESCRIPTOR =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <persistence version="3.2" xmlns="https://jakarta.ee/xml/ns/persistence"
                   xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                   xsi:schemaLocation="https://jakarta.ee/xml/ns/persistence https://jakarta.ee/xml/ns/persistence/persistence_3_2.xsd">
        <persistence-unit name="%s" transaction-type="RESOURCE_LOCAL">
      %s    <exclude-unlisted-classes>true</exclude-unlisted-classes>
        </persistence-unit>
      </persistence>
      """;

  /// Generates and compiles `count` entities into `directory`, which is created.
  ///
  /// @throws CommandFailure when this Java has no compiler
  public static PartUnit generate(Path directory, int count) throws IOException {
    var sources = Files.createDirectories(directory.resolve("sources"));
    var classes = Files.createDirectories(directory.resolve("classes"));
    var listed = new StringBuilder();
    var arguments =
        new ArrayList<>(
            List.of("-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"), "-d"));
    arguments.add(classes.toString());
    for (int part = 0; part < count; part++) {
      var source = sources.resolve("Part%d.java".formatted(part));
      Files.writeString(
          source, SOURCE.formatted(PACKAGE, part, (part + count - 1) % count, (part + 1) % count));
      arguments.add(source.toString());
      listed.append("    <class>%s.Part%d</class>%n".formatted(PACKAGE, part));
    }
    compile(arguments);
    var descriptor = classes.resolve("META-INF/persistence.xml");
    Files.createDirectories(descriptor.getParent());
    Files.writeString(descriptor, DESCRIPTOR.formatted(StartUpContestant.UNIT, listed));
    return new PartUnit(classes);
  }

  private static void compile(List<String> arguments) {
    var compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new CommandFailure(
          "start-up is measured with generated entities, and this Java has no compiler",
          "Run it by a JDK.");
    }
    if (compiler.run(null, System.err, System.err, arguments.toArray(String[]::new)) != 0) {
      throw new IllegalStateException("the generated entities do not compile");
    }
  }

  /// The same unit woven by EclipseLink's own tool, as its manual advises where there is no agent.
  ///
  /// @param target where the woven classes go, created
  /// @throws CommandFailure when the tool fails
  public PartUnit woven(Path target) throws IOException {
    Files.createDirectories(target);
    var log = target.resolveSibling(target.getFileName() + ".log");
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                directory + File.pathSeparator + System.getProperty("java.class.path"),
                "org.eclipse.persistence.tools.weaving.jpa.StaticWeave",
                directory.toString(),
                target.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new CommandFailure("EclipseLink's StaticWeave failed", "Its log is " + log);
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted while EclipseLink's StaticWeave ran", null);
    }
    return new PartUnit(target);
  }
}
