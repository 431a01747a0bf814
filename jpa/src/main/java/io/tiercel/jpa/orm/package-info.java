/// Mapping files (Jakarta Persistence 3.2, chapter 12): `orm.xml` of every version from 1.0 on.
/// [MappingFiles] reads those of a unit into an [io.tiercel.jpa.mapping.source.AnnotationSource],
/// in which elements appear as the annotations that mean the same; so whoever reads annotations
/// reads mapping files too. Start at [OrmMapping], and at [XmlAnnotations] for how an element
/// becomes an annotation.
package io.tiercel.jpa.orm;
