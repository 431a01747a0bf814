/// Transactions that a platform's transaction manager begins and ends (Jakarta Persistence 3.2,
/// section 7.5.1). Begin with [JtaPlatform]; only the classes behind it name those of
/// `jakarta.transaction`, which is optional.
package io.tiercel.jpa.jta;
