/// What a persistence unit is made of before anything is mapped: `persistence.xml`, properties, and
/// the classes found beside it (Jakarta Persistence 3.2, chapter 8).
package io.tiercel.jpa.bootstrap;
