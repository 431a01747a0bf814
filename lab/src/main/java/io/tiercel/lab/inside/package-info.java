/// `tiercel inside`: Java code of a jar into a database, and what is there.
package io.tiercel.lab.inside;
