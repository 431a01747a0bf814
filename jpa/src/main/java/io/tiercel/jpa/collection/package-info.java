/// Collections that read themselves on first touch. They hold a token of their owner and ask a
/// loader for their elements; what is loaded and what changed is the persistence context's
/// business.
package io.tiercel.jpa.collection;
