/// Automatic validation of entities by a Bean Validation provider (Jakarta Persistence 3.2,
/// section 3.7). Start at [io.tiercel.jpa.validation.UnitValidation]. The provider and its API are
/// optional: only [io.tiercel.jpa.validation.BeanValidation] and what it uses name their classes.
package io.tiercel.jpa.validation;
