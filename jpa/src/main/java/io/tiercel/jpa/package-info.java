/// The Jakarta Persistence 3.2 provider.
package io.tiercel.jpa;
