/// The sample application of the tests, written as applications are: without null annotations.
@NullUnmarked
package io.tiercel.spring.sample;

import org.jspecify.annotations.NullUnmarked;
