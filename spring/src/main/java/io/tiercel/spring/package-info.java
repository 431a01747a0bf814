/// Tiercel in a Spring Boot application: the auto-configuration makes it the persistence provider
/// and the driver. [TiercelJpaAutoConfiguration] is where to start; [TiercelJpaDialect] is what
/// Spring's transactions need.
package io.tiercel.spring;
