/// Reading and writing instances: one generated class per entity moves values between an instance
/// and a row in straight-line code, and one generated subclass per entity stands in for a row that
/// has not been read yet. Written with `java.lang.classfile`; nothing is generated before first
/// use.
package io.tiercel.jpa.access;
