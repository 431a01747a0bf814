/// The XML files of a unit as elements: [XmlReader] makes an [XmlElement] of a file. What they
/// mean is left to those who read `persistence.xml` and mapping files.
package io.tiercel.jpa.xml;
