/// JDBC drivers beside each other: the same `java.sql` calls for all.
package io.tiercel.lab.bench.driver;
