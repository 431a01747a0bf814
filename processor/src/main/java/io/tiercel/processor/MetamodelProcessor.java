package io.tiercel.processor;

import java.io.IOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic.Kind;

/// Writes `Order_` for each entity, mapped superclass and embeddable `Order`. Each file comes from
/// one class and what that class refers to, which lets build tools compile incrementally.
@SupportedAnnotationTypes({
  Names.PERSISTENCE + "Entity",
  Names.PERSISTENCE + "MappedSuperclass",
  Names.PERSISTENCE + "Embeddable"
})
public final class MetamodelProcessor extends AbstractProcessor {

  /// For the compiler.
  public MetamodelProcessor() {}

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (TypeElement annotation : annotations) {
      for (Element element : round.getElementsAnnotatedWith(annotation)) {
        if (element instanceof TypeElement type) {
          generate(type);
        }
      }
    }
    return false;
  }

  private void generate(TypeElement type) {
    if (isHidden(type)) {
      processingEnv
          .getMessager()
          .printMessage(
              Kind.NOTE, "no static metamodel class is written for a private class", type);
      return;
    }
    Classes classes = new Classes(processingEnv.getElementUtils(), processingEnv.getTypeUtils());
    String name = Names.metamodelClass(processingEnv.getElementUtils(), type);
    if (classes.isWrittenByHand(name)) {
      return;
    }
    String source = new MetamodelSource(ManagedType.of(type, classes), classes).text();
    try (Writer out = processingEnv.getFiler().createSourceFile(name, type).openWriter()) {
      out.write(source);
    } catch (IOException e) {
      processingEnv
          .getMessager()
          .printMessage(Kind.ERROR, "could not write %s: %s".formatted(name, e), type);
    }
  }

  private static boolean isHidden(Element element) {
    for (Element at = element; at != null; at = at.getEnclosingElement()) {
      if (at.getModifiers().contains(Modifier.PRIVATE)) {
        return true;
      }
    }
    return false;
  }
}
