package io.tiercel.lab.bench.model;

/// Stored by name.
public enum OrderStatus {
  OPEN,
  PAID,
  SHIPPED,
  RETURNED
}
