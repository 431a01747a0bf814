package io.tiercel.inside.processor;

import io.tiercel.inside.ddl.InvalidRoutine;
import io.tiercel.inside.ddl.Routine;
import io.tiercel.inside.ddl.RoutineSql;
import io.tiercel.inside.jar.JarDescriptor;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.tools.Diagnostic.Kind;
import javax.tools.StandardLocation;

/// Reports annotated methods that cannot be functions in SQL, and writes two files of the jar:
/// [JarDescriptor#WRITTEN], the deployment descriptor, for `sqlj.install_jar`; and [#CLASSES], the
/// names of the classes that have such methods, for those who deploy a jar.
@SupportedAnnotationTypes({"io.tiercel.inside.PgFunction", "io.tiercel.inside.PgProcedure"})
public final class PgFunctionProcessor extends AbstractProcessor {
  /// A class a line.
  public static final String CLASSES = "META-INF/pgjava.classes";

  /// By their DROP statements, which say what they are in SQL.
  private final Map<String, RoutineSql> statements = new TreeMap<>();

  private final Set<String> classes = new TreeSet<>();
  private final List<Element> origins = new ArrayList<>();

  /// For the compiler.
  public PgFunctionProcessor() {}

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (TypeElement annotation : annotations) {
      for (Element element : round.getElementsAnnotatedWith(annotation)) {
        if (element instanceof ExecutableElement method) {
          add(method);
        }
      }
    }
    if (round.processingOver() && !round.errorRaised() && !statements.isEmpty()) {
      write(CLASSES, String.join("\n", classes) + "\n");
      write(JarDescriptor.WRITTEN, descriptor());
    }
    return false;
  }

  private void add(ExecutableElement method) {
    if (!isCallable(method)) {
      return;
    }
    try {
      Routine routine =
          new CompiledRoutines(processingEnv.getElementUtils(), processingEnv.getTypeUtils())
              .routine(method);
      var sql = RoutineSql.of(routine, null, null);
      if (statements.put(sql.drop(), sql) != null) {
        error("another method would be the same function in SQL: " + sql.drop(), method);
      }
      classes.add(routine.className());
      origins.add(method);
    } catch (InvalidRoutine e) {
      error(String.valueOf(e.getMessage()), method);
    }
  }

  private boolean isCallable(ExecutableElement method) {
    boolean isPublic = true;
    for (Element at = method;
        at != null && at.getKind() != ElementKind.PACKAGE;
        at = at.getEnclosingElement()) {
      isPublic &= at.getModifiers().contains(Modifier.PUBLIC) || isInInterface(at);
    }
    if (!isPublic || !method.getModifiers().contains(Modifier.STATIC)) {
      error("a function in SQL must be a public static method of a public class", method);
      return false;
    }
    boolean isProcedure = method.getAnnotation(io.tiercel.inside.PgProcedure.class) != null;
    if (isProcedure && method.getReturnType().getKind() != TypeKind.VOID) {
      error("a procedure returns nothing", method);
      return false;
    }
    if (isProcedure && method.getAnnotation(io.tiercel.inside.PgFunction.class) != null) {
      error("either a function or a procedure, not both", method);
      return false;
    }
    if (!method.getTypeParameters().isEmpty()) {
      error("a function in SQL has no type parameters", method);
      return false;
    }
    return true;
  }

  private static boolean isInInterface(Element element) {
    Element owner = element.getEnclosingElement();
    return owner != null && owner.getKind() == ElementKind.INTERFACE;
  }

  private void error(String message, Element element) {
    processingEnv.getMessager().printMessage(Kind.ERROR, message, element);
  }

  private String descriptor() {
    var text = new StringBuilder("SQLActions[] = {\n\"BEGIN INSTALL\n");
    statements.values().forEach(sql -> text.append(sql.create()).append(";\n"));
    text.append("END INSTALL\",\n\"BEGIN REMOVE\n");
    statements.values().forEach(sql -> text.append(sql.drop()).append(";\n"));
    return text.append("END REMOVE\"\n}\n").toString();
  }

  private void write(String file, String content) {
    try (Writer out =
        processingEnv
            .getFiler()
            .createResource(
                StandardLocation.CLASS_OUTPUT, "", file, origins.toArray(Element[]::new))
            .openWriter()) {
      out.write(content);
    } catch (IOException e) {
      processingEnv
          .getMessager()
          .printMessage(Kind.ERROR, "could not write %s: %s".formatted(file, e));
    }
  }
}
