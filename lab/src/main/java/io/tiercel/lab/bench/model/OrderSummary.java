package io.tiercel.lab.bench.model;

import java.math.BigDecimal;
import java.time.Instant;

/// An order as a constructor expression reads it.
public record OrderSummary(
    long id, long customerId, Instant orderedAt, OrderStatus status, BigDecimal total) {}
