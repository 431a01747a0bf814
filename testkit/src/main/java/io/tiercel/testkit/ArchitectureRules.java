package io.tiercel.testkit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/// Rules that every module keeps; each module has a test that calls them. An AssertionError lists
/// what breaks a rule.
public final class ArchitectureRules {
  private ArchitectureRules() {}

  /// No package of the module depends on itself by way of others.
  ///
  /// @param rootPackage the module's own package, for example `io.tiercel.wire`
  public static void noPackageCycles(String rootPackage) {
    var classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(rootPackage)
            .that(DescribedPredicate.not(isInfo()));
    if (classes.isEmpty()) {
      throw new AssertionError("no classes in " + rootPackage + ": is the name right?");
    }
    SlicesRuleDefinition.slices()
        .assignedFrom(new PackageAsSlice(rootPackage))
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(classes);
  }

  /// Every public type below `sourceRoot` (by Maven's layout `src/main/java`) has a doc comment.
  public static void publicTypesAreDocumented(Path sourceRoot) {
    List<Path> sources;
    try (var files = Files.walk(sourceRoot)) {
      sources =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.endsWith("module-info.java"))
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (sources.isEmpty()) {
      throw new AssertionError("no sources below " + sourceRoot.toAbsolutePath());
    }
    List<String> undocumented = undocumentedTypes(sources);
    if (!undocumented.isEmpty()) {
      throw new AssertionError("public types without a doc comment: " + undocumented);
    }
  }

  private static List<String> undocumentedTypes(List<Path> sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
      var scanner = new UndocumentedTypes(DocTrees.instance(task));
      for (CompilationUnitTree unit : task.parse()) {
        scanner.scan(unit, null);
      }
      return scanner.found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DescribedPredicate<JavaClass> isInfo() {
    return DescribedPredicate.describe(
        "package-info or module-info", type -> type.getSimpleName().endsWith("-info"));
  }

  private record PackageAsSlice(String rootPackage) implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages of " + rootPackage;
    }
  }

  private static final class UndocumentedTypes extends TreePathScanner<Void, Void> {
    private final DocTrees docs;
    private final List<String> found = new ArrayList<>();

    UndocumentedTypes(DocTrees docs) {
      this.docs = docs;
    }

    @Override
    public Void visitClass(ClassTree type, Void unused) {
      TreePath path = getCurrentPath();
      if (type.getModifiers().getFlags().contains(Modifier.PUBLIC)
          && docs.getDocComment(path) == null) {
        found.add(type.getSimpleName().toString());
      }
      return super.visitClass(type, null);
    }
  }
}
