/// What Java code that PostgreSQL calls can see of its session. Start with [PgSession].
package io.tiercel.inside;
