/// A shop, as an application of some size is written for any provider.
@NullUnmarked // entities before they are filled
package io.tiercel.spring.shop;

import org.jspecify.annotations.NullUnmarked;
