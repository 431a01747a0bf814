import io.tiercel.processor.MetamodelProcessor;
import org.jspecify.annotations.NullMarked;

/// The annotation processor that writes static metamodel classes. At run time it needs nothing but
/// the JDK.
@NullMarked
module io.tiercel.processor {
  requires static org.jspecify;
  requires transitive java.compiler;

  exports io.tiercel.processor;

  provides javax.annotation.processing.Processor with
      MetamodelProcessor;
}
