package io.tiercel.jpa.query.shop;

public enum Priority {
  LOW,
  HIGH
}
