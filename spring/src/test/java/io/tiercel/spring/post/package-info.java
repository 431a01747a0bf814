/// Another application of the tests, written as applications are: without null annotations.
@NullUnmarked
package io.tiercel.spring.post;

import org.jspecify.annotations.NullUnmarked;
