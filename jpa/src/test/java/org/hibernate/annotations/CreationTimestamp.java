package org.hibernate.annotations;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/// Stands for the annotation of that name, without its provider.
@Retention(RetentionPolicy.RUNTIME)
public @interface CreationTimestamp {}
