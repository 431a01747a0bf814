/// Entities whose ids come from a generator that their package declares.
@SequenceGenerator(sequenceName = "package_ids", allocationSize = 7)
package io.tiercel.jpa.mapping.numbered;

import jakarta.persistence.SequenceGenerator;
