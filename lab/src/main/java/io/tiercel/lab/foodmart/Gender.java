package io.tiercel.lab.foodmart;

/// As the source has it.
public enum Gender {
  F,
  M
}
