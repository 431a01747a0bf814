package io.tiercel.jpa.mapping.source;

import java.lang.reflect.AnnotatedElement;

/// An element that makes its annotations of those of another one, for which the [AnnotationSource]
/// was asked already.
public interface DerivedAnnotations extends AnnotatedElement {}
