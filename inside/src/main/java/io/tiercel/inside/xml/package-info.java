/// XMLTABLE, XMLQUERY and XMLEXISTS with XQuery 3.1, for SQL: [XmlFunctions]. Saxon-HE evaluates,
/// and io.tiercel.inside.xml.stream what can be had while the document is read. Needs the jars of
/// Saxon-HE and Aalto in the worker's class path.
package io.tiercel.inside.xml;
